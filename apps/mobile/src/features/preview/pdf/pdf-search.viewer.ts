import { findAll, type Stretch } from '../find-text.rules.ts';
import type { DocumentSearch, FindOptions } from '../viewer.types.ts';
import type { PdfDocument } from './pdf-document.adapter.ts';
import type { Pages } from './pdf-pages.viewer.ts';
import { type PageText, pageTextOf } from './pdf-text.rules.ts';
import { textRuns } from './pdf-text.viewer.ts';

/** Limit of the cached page text, in characters; it saves a second search from reading the pages again. */
const mostKept = 8_000_000;
/** The minimum interval between progress reports, in milliseconds. */
const tellEvery = 100;

type Run = {
  readonly found: (readonly Stretch[])[];
  /** Index of the page, from 0, and of the match on it. */
  current: { page: number; index: number } | null;
  searched: number;
  readonly tell: () => void;
};

/**
 * Searches the pages from the visible one on, wraps around at the end, and marks matches near the viewport.
 */
export function createSearch(
  opened: PdfDocument,
  pages: Pages,
): DocumentSearch & { readonly end: () => void } {
  const kept = new Map<number, PageText>();
  let keptLength = 0;
  let run: Run | null = null;

  const textOf = async (page: number): Promise<PageText> => {
    const known = kept.get(page);
    if (known) return known;
    const view = pages.views[page];
    const text = await opened.use(async (pdf) => {
      const loaded = await pdf.getPage(page + 1);
      const { items } = await loaded.getTextContent();
      if (!view?.hasPixels()) loaded.cleanup();
      return pageTextOf(textRuns(items));
    });
    if (keptLength < mostKept) {
      kept.set(page, text);
      keptLength += text.folded.text.length;
    }
    return text;
  };

  const mark = (page: number) => {
    const current = run?.current?.page === page ? run.current.index : -1;
    pages.views[page]?.mark(run?.found[page] ?? [], current);
  };
  const show = (page: number, index: number) => {
    const view = pages.views[page];
    if (!run || !view) return;
    const before = run.current?.page;
    run.current = { page, index };
    if (before !== undefined && before !== page) mark(before);
    let isPlaced = false;
    view.mark(run.found[page] ?? [], index, (rect) => {
      isPlaced = true;
      pages.scroller.reveal(view.element, rect);
    });
    // A distant page has text, and so the match a position, only after it is drawn.
    if (!isPlaced && pages.seen() !== page + 1) pages.goTo(page + 1);
    run.tell();
  };

  async function find({ words, onFound, signal }: FindOptions): Promise<void> {
    clear();
    const total = pages.views.length;
    const mine: Run = {
      found: [],
      current: null,
      searched: 0,
      tell: () => {
        const { found, current, searched } = mine;
        let [count, at] = [0, 0];
        for (let page = 0; page < total; page += 1) {
          if (current && page === current.page) at = count + current.index + 1;
          count += found[page]?.length ?? 0;
        }
        onFound({ count, current: at, searched });
      },
    };
    run = mine;
    signal.addEventListener('abort', () => {
      if (run === mine) clear();
    });
    const from = pages.seen() - 1;
    let toldAt = 0;
    for (let done = 0; done < total; done += 1) {
      const page = (from + done) % total;
      // A page whose text cannot be read has no matches.
      const text = await textOf(page).catch(() => null);
      if (signal.aborted || run !== mine) return;
      mine.found[page] = text ? findAll(text.folded, words) : [];
      mine.searched = (done + 1) / total;
      if (mine.found[page].length > 0) {
        if (mine.current === null) show(page, 0);
        else mark(page);
      }
      if (performance.now() - toldAt > tellEvery || done === total - 1) {
        toldAt = performance.now();
        mine.tell();
      }
    }
  }

  function clear(): void {
    const ended = run;
    run = null;
    if (ended) for (const page of ended.found.keys()) pages.views[page]?.mark([], -1);
  }

  function step(to: 'next' | 'previous'): void {
    if (!run?.current) return;
    const { found, current } = run;
    const by = to === 'next' ? 1 : -1;
    const total = pages.views.length;
    const index = current.index + by;
    if (index >= 0 && index < (found[current.page]?.length ?? 0)) return show(current.page, index);
    for (let away = 1; away <= total; away += 1) {
      const page = (current.page + by * away + total * 2) % total;
      const count = found[page]?.length ?? 0;
      if (count > 0) return show(page, by === 1 ? 0 : count - 1);
    }
  }

  return { find, step, end: clear };
}
