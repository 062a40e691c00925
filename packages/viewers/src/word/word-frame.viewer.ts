import { addStyle } from '../frame/add-style.viewer.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import scrollerCss from '../frame/scroller.css?inline';
import { createDomSearch } from '../text/dom-search.viewer.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import type { OutlineItem } from '../viewer/viewer.types.ts';
import { renderDoc } from './doc.viewer.ts';
import { renderDocx } from './docx.viewer.ts';
import { createPageColumn, type PageColumn } from './page-column.viewer.ts';
import css from './word.css?inline';
import equationsCss from './word-equations.css?inline';

type OpenHeading = { readonly level: number; readonly items: OutlineItem[] };

const maxHeadings = 2000;

/** Builds the outline from the headings of a document, each under the preceding heading of a higher level. */
function outlineOfHeadings(sheet: HTMLElement, { goToElement, pageOf }: PageColumn): readonly OutlineItem[] {
  const top: OpenHeading = { level: 0, items: [] };
  const openHeadings = [top];
  const headings = Array.from(sheet.querySelectorAll<HTMLElement>('h1,h2,h3,h4,h5,h6,[role=heading]'));
  for (const heading of headings.slice(0, maxHeadings)) {
    const title = heading.textContent.trim();
    if (title === '') continue;
    const level = Number(heading.getAttribute('aria-level') ?? heading.nodeName.slice(1));
    while (openHeadings.length > 1 && (openHeadings.at(-1)?.level ?? 0) >= level) openHeadings.pop();
    const items: OutlineItem[] = [];
    openHeadings
      .at(-1)
      ?.items.push({ title, page: pageOf(heading), goTo: () => goToElement(heading), items });
    openHeadings.push({ level, items });
  }
  return top.items;
}

/** The viewer of Word documents: pages in a column, fitted to the viewport. */
export const show: ShowFrame = async (root, source, options) => {
  addStyle(scrollerCss, css, equationsCss);
  const bytes = await readWholeDocument(source, options);
  const pageColumn = createPageColumn(root, options);
  const { word } = options.language === 'en' ? en : zh;
  await pageColumn.show(
    options.kind === 'doc' ? await renderDoc(bytes, word) : await renderDocx(bytes, word),
  );
  const { sheet, goTo, zoom } = pageColumn;
  return {
    goTo,
    zoom,
    search: createDomSearch(sheet),
    outline: async () => outlineOfHeadings(sheet, pageColumn),
  };
};
