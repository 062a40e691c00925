import type { CellPosition, Grid } from './grid.viewer.ts';

/**
 * Arrow, page and end keys move through the cells as in any spreadsheet; Enter shows the details of a cell.
 */
export function attachGridKeys(grid: Grid, onOpen: (position: CellPosition) => void): void {
  grid.cells.addEventListener('keydown', (event) => {
    const next = nextCell(event, grid);
    if (event.key === 'Enter' || event.key === ' ') onOpen(grid.active());
    else if (next) grid.goTo(next);
    else return;
    event.preventDefault();
  });
}

function nextCell({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, grid: Grid): CellPosition | null {
  if (altKey) return null;
  const { rows, columns, merges, sheet } = grid.layout();
  const { row, column } = grid.active();
  const merged = merges.areaAt(row, column) ?? { top: row, left: column, bottom: row, right: column };
  const hasModifier = ctrlKey || metaKey;
  const last = { row: Math.max(0, sheet.rowCount - 1), column: Math.max(0, sheet.columnCount - 1) };
  const page = Math.max(1, Math.floor(grid.element.clientHeight / grid.zoom.scale() / sheet.height) - 2);
  // Hidden rows and columns are skipped.
  const step = (axis: typeof rows, from: number, by: 1 | -1) => {
    let at = from + by;
    while (at > 0 && at < axis.count && axis.size(at) === 0) at += by;
    return at;
  };
  const forwardKey = sheet.rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backKey = sheet.rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'ArrowDown') return { row: hasModifier ? last.row : step(rows, merged.bottom, 1), column };
  if (key === 'ArrowUp') return { row: hasModifier ? 0 : step(rows, merged.top, -1), column };
  if (key === forwardKey) return { row, column: hasModifier ? last.column : step(columns, merged.right, 1) };
  if (key === backKey) return { row, column: hasModifier ? 0 : step(columns, merged.left, -1) };
  if (key === 'PageDown') return { row: row + page, column };
  if (key === 'PageUp') return { row: row - page, column };
  if (key === 'Home') return { row: hasModifier ? 0 : row, column: 0 };
  if (key === 'End') return { row: hasModifier ? last.row : row, column: last.column };
  return null;
}
