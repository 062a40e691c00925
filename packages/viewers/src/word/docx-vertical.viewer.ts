import { pageSections } from './docx-headers.viewer.ts';
import { marks } from './docx-marks.rules.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof sides)[number];

/** The side that a side of horizontal text is on when the text runs from top to bottom. */
const turnedSides: Readonly<Record<Side, Side>> = {
  top: 'right',
  right: 'bottom',
  bottom: 'left',
  left: 'top',
};
const boxes = 'article, p, table, td, th, div';
const sized = 'col, [style*="width"], [style*="height"]';
const verticalHolders = 'td[style*="vertical"], .shape-text[style*="vertical"]';
const drawings = '.anchor, .drawing, svg, img';

export const isVertical = (page: HTMLElement): boolean => page.dataset['vertical'] !== undefined;

function swap(style: CSSStyleDeclaration, first: string, second: string): void {
  const values = [style.getPropertyValue(second), style.getPropertyValue(first)];
  for (const [index, name] of [first, second].entries()) {
    const value = values[index] ?? '';
    if (value === '') style.removeProperty(name);
    else style.setProperty(name, value);
  }
}

/** Turns the size and the margins of a page to where they are for horizontal text, or back. */
function turnPage({ style }: HTMLElement, isBack: boolean): void {
  swap(style, 'width', 'min-height');
  const paddings = new Map(sides.map((side) => [side, style.getPropertyValue(`padding-${side}`)]));
  for (const side of sides) {
    const [from, to] = isBack ? [side, turnedSides[side]] : [turnedSides[side], side];
    style.setProperty(`padding-${to}`, paddings.get(from) ?? '');
  }
}

/**
 * Turns the pages of vertical text, so that the text is measured and divided as horizontal text: lines are as long,
 * and follow each other at the same distances. `turnVerticalText` turns the result.
 */
export function layVerticalPages(pages: readonly HTMLElement[], verticalSections: readonly boolean[]): void {
  if (!verticalSections.includes(true)) return;
  for (const [at, { index }] of pageSections(pages).entries()) {
    const page = pages[at];
    if (!page || verticalSections[index] !== true) continue;
    page.dataset['vertical'] = '';
    turnPage(page, false);
  }
}

const isInDrawing = (element: Element): boolean => element.closest(drawings) !== null;

/** Turns the space around an element, and its borders. */
function turnBox(element: HTMLElement): () => void {
  const style = getComputedStyle(element);
  const values = sides.flatMap((side) => {
    const to = turnedSides[side];
    const width = style.getPropertyValue(`border-${side}-width`);
    const isBordered = Number.parseFloat(width) > 0;
    const line = ['style', 'color'].map((name) => style.getPropertyValue(`border-${side}-${name}`));
    return [
      [`margin-${to}`, style.getPropertyValue(`margin-${side}`)],
      [`padding-${to}`, style.getPropertyValue(`padding-${side}`)],
      [`border-${to}`, isBordered ? [width, ...line].join(' ') : '0'],
    ] as const;
  });
  return () => {
    for (const name of ['margin-inline-start', 'margin-inline-end', 'padding-inline-start'])
      element.style.removeProperty(name);
    for (const [name, value] of values) element.style.setProperty(name, value);
  };
}

/** Shows the divided text of vertical pages from top to bottom, in lines from right to left. */
export function turnVerticalText(pages: readonly HTMLElement[]): void {
  for (const page of pages.filter(isVertical)) {
    const [article, ...others] = Array.from(page.querySelectorAll<HTMLElement>(':scope > article'));
    if (!article) continue;
    const lineLength = article.getBoundingClientRect().width;
    // The text of the sections of a page continues to the left.
    article.append(...others);
    const elements = Array.from(article.querySelectorAll<HTMLElement>(boxes)).filter(
      (element) => !isInDrawing(element),
    );
    const turns = elements.map(turnBox);
    for (const turn of turns) turn();
    for (const { style } of Array.from(article.querySelectorAll<HTMLElement>(sized)).filter(
      (element) => !isInDrawing(element),
    )) {
      swap(style, 'width', 'height');
      swap(style, 'min-width', 'min-height');
    }
    turnPage(page, true);
    Object.assign(article.style, { writingMode: 'vertical-rl', height: `${lineLength}px` });
  }
}

/** Whether the text of a cell or shape runs from top to bottom or back. */
export const isVerticalCell = ({ style }: HTMLElement): boolean => style.writingMode.startsWith('vertical');

/** Lays out the text of vertical cells and shapes: lines in a cell are as long as its row is high, where its height is given. */
export function layVerticalCells(host: HTMLElement): void {
  const holders = Array.from(host.querySelectorAll<HTMLElement>(verticalHolders))
    .filter(isVerticalCell)
    .map((holder) => ({ holder, mode: holder.style.writingMode }));
  // The space around paragraphs is read as that of horizontal text.
  for (const { holder } of holders) holder.style.writingMode = '';
  const found = holders.map(({ holder, mode }) => {
    const { paddingTop, paddingBottom } = getComputedStyle(holder);
    const blocks = Array.from(holder.querySelectorAll<HTMLElement>('p')).filter(
      (block) => block.closest('td, .shape-text') === holder,
    );
    return { holder, mode, blocks, padding: `${paddingTop} - ${paddingBottom}`, turns: blocks.map(turnBox) };
  });
  for (const { holder, mode, blocks, padding, turns } of found) {
    for (const turn of turns) turn();
    holder.style.writingMode = mode;
    if (!(holder instanceof HTMLTableCellElement)) continue;
    const isUpright = holder.querySelector(`span[id="${marks.uprightCell}"]`) !== null;
    holder.style.textOrientation = isUpright ? 'mixed' : 'sideways';
    const height = holder.closest('tr')?.style.height ?? '';
    // A row without a height is as high as its text is long.
    if (holder.rowSpan > 1 || !(Number.parseFloat(height) > 0)) continue;
    for (const { style } of blocks) style.maxHeight = `max(2em, calc(${height} - ${padding}))`;
  }
}
