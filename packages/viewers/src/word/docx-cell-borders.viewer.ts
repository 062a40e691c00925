/** The lines above and below cells, whose widths a browser rounds to whole pixels of the screen. */
const horizontalBorders = /border-(top|bottom): ?([\d.]+)pt /g;
const pixelsPerPoint = 96 / 72;

const withWidths = (css: string): string =>
  css.replaceAll(
    horizontalBorders,
    (declaration, side: string, points: string) =>
      `--border-${side}: ${Number(points) * pixelsPerPoint}; ${declaration}`,
  );

/** Keeps the widths of the borders that a document asks for, in properties that a browser does not round. */
export function keepBorderWidths(styles: readonly HTMLElement[], pages: readonly HTMLElement[]): void {
  for (const style of styles) style.textContent = withWidths(style.textContent);
  const cells = pages.flatMap((page) => Array.from(page.querySelectorAll<HTMLElement>('td[style]')));
  for (const cell of cells) cell.setAttribute('style', withWidths(cell.getAttribute('style') ?? ''));
}

/** How much wider than asked for a browser draws the lines of a cell: each line belongs to two rows. */
function excessOf(cell: HTMLElement): number {
  const style = getComputedStyle(cell);
  const excess = (drawn: string, asked: string) => {
    const width = Number.parseFloat(drawn) || 0;
    return width > 0 && asked !== '' ? width - Number(asked) : 0;
  };
  const top = excess(style.borderTopWidth, style.getPropertyValue('--border-top'));
  const bottom = excess(style.borderBottomWidth, style.getPropertyValue('--border-bottom'));
  return (top + bottom) / 2;
}

/** A line is not drawn wider or narrower than asked for by more than this. */
const maxExcessPx = 1;

function lastShown(cell: Element): HTMLElement | null {
  let last = cell.lastElementChild;
  while (last instanceof HTMLElement && last.style.display === 'none') last = last.previousElementSibling;
  return last instanceof HTMLElement ? last : null;
}

/**
 * Gives rows the height that they have with borders of the widths of the document, so that pages end at the same rows on
 * every screen. Reads everything before it writes, so that the browser lays out the document once.
 */
export function settleRowHeights(host: HTMLElement): void {
  const found = Array.from(host.querySelectorAll<HTMLElement>('td')).flatMap((cell) => {
    const last = cell.style.display === 'none' ? null : lastShown(cell);
    if (!last || last.className === 'exact') return [];
    const excess = excessOf(cell);
    if (!(Math.abs(excess) > 0.01 && Math.abs(excess) < maxExcessPx)) return [];
    return { last, margin: (Number.parseFloat(getComputedStyle(last).marginBottom) || 0) - excess };
  });
  for (const { last, margin } of found) last.style.marginBottom = `${margin}px`;
}
