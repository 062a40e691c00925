import { pageSections } from './docx-headers.viewer.ts';
import type { PageBorders } from './docx-page-borders.rules.ts';

function createBorder({ sides }: PageBorders): HTMLElement {
  const border = document.createElement('div');
  border.className = 'page-border';
  border.setAttribute('aria-hidden', 'true');
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    border.style.setProperty(side, `${sides[side]?.edgePx ?? 0}px`);
    border.style.setProperty(`border-${side}`, sides[side]?.css ?? 'none');
  }
  return border;
}

/** Draws the borders of the divided pages, which are those of the section at the start of a page. */
export function drawPageBorders(
  pages: readonly HTMLElement[],
  borders: readonly (PageBorders | null)[],
): void {
  for (const [at, { index, isFirst }] of pageSections(pages).entries()) {
    const found = borders[index];
    if (!found || (found.pages === 'firstPage' && !isFirst) || (found.pages === 'notFirstPage' && isFirst))
      continue;
    if (Object.keys(found.sides).length > 0) pages[at]?.append(createBorder(found));
  }
}
