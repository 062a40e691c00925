import { assertPackageSize } from '../archive/zip-budget.util.ts';
import { addStyle } from '../frame/add-style.viewer.ts';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import scrollerCss from '../frame/scroller.css?inline';
import { createDomSearch } from '../text/dom-search.viewer.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import type { OutlineItem } from '../viewer/viewer.types.ts';
import { renderDoc } from './doc.viewer.ts';
import { renderDocx, renderFirstPages } from './docx.viewer.ts';
import { createPageColumn, type PageColumn } from './page-column.viewer.ts';
import css from './word.css?inline';
import equationsCss from './word-equations.css?inline';

type OpenHeading = { readonly level: number; readonly items: OutlineItem[] };

const maxHeadings = 2000;
/** The pause before a frame that has drawn is busy again, and the longest wait for drawing. */
const pauseMs = 500;
const maxDrawMs = 1000;

/** Whether the reader starts on a page that the first pages contain. */
const isAtStart = (position: number) => position < 2;

/** The page sees the failure as that of `complete`. */
const ignoreFailure = () => undefined;

/** Runs work at the first call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= work());
}

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

/** Resolves a moment after the browser has drawn, so that a reader can scroll; also in a window that is not drawn. */
const drawn = (): Promise<void> =>
  Promise.race([
    new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, pauseMs))),
    new Promise<void>((resolve) => setTimeout(resolve, maxDrawMs)),
  ]);

/**
 * The viewer of Word documents: pages in a column, fitted to the viewport. The first pages of a long document are shown while the
 * others are laid out.
 */
export const show: ShowFrame = async (root, source, options) => {
  addStyle(scrollerCss, css, equationsCss);
  const bytes = await readWholeDocument(source, options);
  const pageColumn = createPageColumn(root, options);
  const { word } = options.language === 'en' ? en : zh;
  const { sheet, goTo, zoom } = pageColumn;
  const search = createDomSearch(sheet);
  const outline = async () => outlineOfHeadings(sheet, pageColumn);
  if (options.kind === 'doc') {
    await pageColumn.show(await renderDoc(bytes, word));
    return { goTo, zoom, search, outline };
  }
  await assertPackageSize(bytes);
  const firstPages = isAtStart(options.start) ? await renderFirstPages(bytes) : null;
  if (!firstPages) {
    await pageColumn.show(await renderDocx(bytes, word));
    return { goTo, zoom, search, outline };
  }
  await pageColumn.showFirst(firstPages);
  const complete = once(async () => {
    await drawn();
    await pageColumn.show(await renderDocx(bytes, word));
  });
  return {
    complete,
    goTo: (page) => void complete().then(() => goTo(page), ignoreFailure),
    zoom,
    search: {
      find: async (find) => {
        await complete();
        // The reader may have ended the search meanwhile.
        if (!find.signal.aborted) await search.find(find);
      },
      readText: async (read) => {
        await complete();
        return search.readText(read);
      },
      step: search.step,
    },
    outline: async () => {
      await complete();
      return outline();
    },
  };
};
