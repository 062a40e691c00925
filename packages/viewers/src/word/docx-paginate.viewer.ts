/** A place where a page ends: before a block, or inside it. */
type PageEnd = {
  readonly block: HTMLElement;
  /** The first row of a table on the next page, or the place in a paragraph. */
  readonly at: HTMLElement | { readonly node: Text; readonly offset: number } | null;
};

/** At least this many lines of a paragraph stay together, before and after the end of a page. */
const minLines = 2;
/** Rounding of positions, in CSS pixels. */
const tolerancePx = 1;
/** A document with more pages is shown without further breaks. */
const maxPages = 2000;

const outerHeightOf = (element: Element | undefined): number => {
  if (!(element instanceof HTMLElement)) return 0;
  const { marginTop, marginBottom } = getComputedStyle(element);
  return element.offsetHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
};

type Row = { readonly top: number; bottom: number };

/** The lines of a paragraph, by the boxes of its text. */
function linesOf(paragraph: HTMLElement): readonly Row[] {
  const range = document.createRange();
  range.selectNodeContents(paragraph);
  const lines: Row[] = [];
  for (const { top, bottom, width } of range.getClientRects()) {
    if (width === 0) continue;
    const last = lines.at(-1);
    if (last && top < (last.top + last.bottom) / 2) last.bottom = Math.max(last.bottom, bottom);
    else lines.push({ top, bottom });
  }
  return lines;
}

/** The first character of a paragraph at or below a line. */
function placeOfLine(paragraph: HTMLElement, { top, bottom }: Row): PageEnd['at'] {
  const middle = (top + bottom) / 2;
  const range = document.createRange();
  const isBelow = (node: Text, offset: number): boolean => {
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    const box = range.getBoundingClientRect();
    return box.height > 0 && box.bottom > middle;
  };
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.length === 0 || !isBelow(node, node.length - 1)) continue;
    let low = 0;
    let high = node.length - 1;
    while (low < high) {
      const half = (low + high) >> 1;
      if (isBelow(node, half)) high = half;
      else low = half + 1;
    }
    return { node, offset: low };
  }
  return null;
}

/** The number of lines that stay on the page, with no single line left alone. */
function fittingLines(lines: readonly Row[], limit: number): number {
  const fitting = lines.filter(({ bottom }) => bottom <= limit + tolerancePx).length;
  const kept = Math.min(fitting, lines.length - minLines);
  return kept < minLines ? 0 : kept;
}

/** Measures where the pages of a section end. */
function pageEndsOf(page: HTMLElement, keptWithNext: ReadonlySet<string>): readonly PageEnd[] {
  const children = Array.from(page.children);
  const articles = children.filter((child): child is HTMLElement => child.nodeName === 'ARTICLE');
  const style = getComputedStyle(page);
  const others = children.filter(({ nodeName }) => nodeName === 'HEADER' || nodeName === 'FOOTER');
  const available =
    Number.parseFloat(style.minHeight) -
    Number.parseFloat(style.paddingTop) -
    Number.parseFloat(style.paddingBottom) -
    others.reduce((sum, child) => sum + outerHeightOf(child), 0);
  const start = articles[0]?.getBoundingClientRect().top;
  // A page of many columns flows on its own.
  if (start === undefined || !(available > 0)) return [];
  if (articles.some((article) => Number(article.style.columnCount) > 1)) return [];
  const blocks = articles.flatMap((article) => Array.from(article.children)) as HTMLElement[];
  const ends: PageEnd[] = [];
  let limit = start + available;
  let first = 0;
  for (const [index, block] of blocks.entries()) {
    const box = block.getBoundingClientRect();
    if (box.bottom <= limit + tolerancePx || ends.length >= maxPages) continue;
    if (block.nodeName === 'P') {
      let lines = linesOf(block);
      let isSplit = false;
      while ((lines.at(-1)?.bottom ?? 0) > limit + tolerancePx && ends.length < maxPages) {
        const count = fittingLines(lines, limit);
        const next = lines[count];
        const at = count > 0 && next ? placeOfLine(block, next) : null;
        if (!at || !next) {
          if (isSplit || index === first) break;
          let target = index;
          while (target - 1 > first && isKept(blocks[target - 1], keptWithNext)) target -= 1;
          const targetBlock = blocks[target] ?? block;
          ends.push({ block: targetBlock, at: null });
          first = target;
          limit = targetBlock.getBoundingClientRect().top + available;
          isSplit = true;
          continue;
        }
        ends.push({ block, at });
        first = index;
        limit = next.top + available;
        lines = lines.slice(count);
        isSplit = true;
      }
    } else if (block.nodeName === 'TABLE') {
      const rows = Array.from((block as HTMLTableElement).rows);
      for (const [rowIndex, row] of rows.entries()) {
        const rowBox = row.getBoundingClientRect();
        if (rowBox.bottom <= limit + tolerancePx || ends.length >= maxPages) continue;
        if (rowIndex === 0 && index === first) continue;
        ends.push({ block, at: rowIndex === 0 ? null : row });
        first = index;
        limit = rowBox.top + available;
      }
    } else if (index !== first) {
      ends.push({ block, at: null });
      first = index;
      limit = box.top + available;
    }
  }
  return ends;
}

const isKept = (block: HTMLElement | undefined, keptWithNext: ReadonlySet<string>): boolean =>
  block?.nodeName === 'P' && Array.from(block.classList).some((name) => keptWithNext.has(name));

/** Splits a block at the end of a page, and returns its second part. */
function splitBlock({ block, at }: PageEnd): HTMLElement {
  if (at === null) return block;
  const rest = block.cloneNode(false) as HTMLElement;
  rest.removeAttribute('id');
  if (at instanceof HTMLElement) {
    const columns = block.querySelector(':scope > colgroup');
    if (columns) rest.append(columns.cloneNode(true));
    const rows = Array.from((block as HTMLTableElement).rows);
    rest.append(...rows.slice(rows.indexOf(at as HTMLTableRowElement)));
  } else {
    const range = document.createRange();
    range.setStart(at.node, at.offset);
    range.setEnd(block, block.childNodes.length);
    rest.append(range.extractContents());
    rest.style.textIndent = '0';
    for (const name of Array.from(rest.classList)) if (/-num-/.test(name)) rest.classList.remove(name);
  }
  block.after(rest);
  return rest;
}

/** Moves everything from a block on to a new page with the same header and footer. */
function moveToNewPage(page: HTMLElement, start: HTMLElement): HTMLElement {
  const next = page.cloneNode(false) as HTMLElement;
  let isMoved = false;
  for (const child of Array.from(page.children)) {
    if (child.nodeName === 'ARTICLE') {
      if (isMoved) next.append(child);
      if (!child.contains(start)) continue;
      isMoved = true;
      const rest = child.cloneNode(false) as HTMLElement;
      for (let node: ChildNode | null = start; node !== null; ) {
        const following: ChildNode | null = node.nextSibling;
        rest.append(node);
        node = following;
      }
      next.append(rest);
    } else if (child.nodeName === 'HEADER' || child.nodeName === 'FOOTER') next.append(child.cloneNode(true));
    else next.append(child);
  }
  start.style.marginTop = '0';
  page.after(next);
  return next;
}

/**
 * Divides the sections of a displayed host into pages of their size. Everything is measured before anything
 * moves, so that the browser lays out the document once.
 * @param keptWithNext classes of paragraphs that stay on the page of the next paragraph
 */
export function paginate(
  pages: readonly HTMLElement[],
  keptWithNext: ReadonlySet<string>,
): readonly HTMLElement[] {
  const measured = pages.map((page) => ({ page, ends: pageEndsOf(page, keptWithNext) }));
  return measured.flatMap(({ page, ends }) => {
    // From the end, so that the places before stay valid.
    const added = ends.toReversed().map((end) => moveToNewPage(page, splitBlock(end)));
    return [page].concat(added.toReversed());
  });
}
