import type { Grid, Place } from './grid.viewer.ts';

/**
 * Arrow, page and end keys move through the cells as in any spreadsheet; Enter shows the details of a cell.
 */
export function attachGridKeys(grid: Grid, onOpen: (place: Place) => void): void {
  grid.cells.addEventListener('keydown', (event) => {
    const next = nextPlace(event, grid);
    if (event.key === 'Enter' || event.key === ' ') onOpen(grid.active());
    else if (next) grid.goTo(next);
    else return;
    event.preventDefault();
  });
}

function nextPlace({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, grid: Grid): Place | null {
  if (altKey) return null;
  const { rows, columns, merges, sheet } = grid.layout();
  const { row, column } = grid.active();
  const merged = merges.of(row, column) ?? { top: row, left: column, bottom: row, right: column };
  const isFar = ctrlKey || metaKey;
  const last = { row: Math.max(0, sheet.rowCount - 1), column: Math.max(0, sheet.columnCount - 1) };
  const page = Math.max(1, Math.floor(grid.element.clientHeight / grid.zoom.scale() / sheet.height) - 2);
  // Hidden rows and columns are skipped.
  const step = (axis: typeof rows, from: number, by: 1 | -1) => {
    let at = from + by;
    while (at > 0 && at < axis.count && axis.size(at) === 0) at += by;
    return at;
  };
  const onward = sheet.rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = sheet.rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'ArrowDown') return { row: isFar ? last.row : step(rows, merged.bottom, 1), column };
  if (key === 'ArrowUp') return { row: isFar ? 0 : step(rows, merged.top, -1), column };
  if (key === onward) return { row, column: isFar ? last.column : step(columns, merged.right, 1) };
  if (key === back) return { row, column: isFar ? 0 : step(columns, merged.left, -1) };
  if (key === 'PageDown') return { row: row + page, column };
  if (key === 'PageUp') return { row: row - page, column };
  if (key === 'Home') return { row: isFar ? 0 : row, column: 0 };
  if (key === 'End') return { row: isFar ? last.row : row, column: last.column };
  return null;
}
