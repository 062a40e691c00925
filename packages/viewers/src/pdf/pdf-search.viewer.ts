import { findInFolded, type TextRange } from '../viewer/find-text.rules.ts';
import type { DocumentSearch, FindOptions, ReadTextOptions } from '../viewer/viewer.types.ts';
import type { PdfDocument } from './pdf-document.util.ts';
import type { Pages } from './pdf-pages.viewer.ts';
import { type PageText, pageTextOf } from './pdf-text.rules.ts';
import { textRunsOf } from './pdf-text.viewer.ts';

/** Limit of the cached page text, in characters; it saves a second search from reading the pages again. */
const maxCachedCharacters = 8_000_000;
/** The minimum interval between progress reports, in milliseconds. */
const reportIntervalMs = 100;
/** The pause between pages of which only the text is read, in milliseconds. */
const readPauseMs = 20;
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type SearchRun = {
  readonly found: (readonly TextRange[])[];
  /** Index of the page, from 0, and of the match on it. */
  current: { page: number; index: number } | null;
  searched: number;
  readonly emitFound: () => void;
};

/**
 * Searches the pages from the visible one on, wraps around at the end, and marks matches near the viewport.
 */
export function createPdfSearch(
  opened: PdfDocument,
  pages: Pages,
): DocumentSearch & { readonly end: () => void } {
  const cachedTexts = new Map<number, PageText>();
  let cachedCharacters = 0;
  let run: SearchRun | null = null;

  const readRuns = (page: number) =>
    opened.run(async (pdf) => {
      const loaded = await pdf.getPage(page + 1);
      const { items } = await loaded.getTextContent();
      if (!pages.views[page]?.hasPixels()) loaded.cleanup();
      return textRunsOf(items);
    });

  const textOf = async (page: number): Promise<PageText> => {
    const cached = cachedTexts.get(page);
    if (cached) return cached;
    const text = pageTextOf(await readRuns(page));
    if (cachedCharacters < maxCachedCharacters) {
      cachedTexts.set(page, text);
      cachedCharacters += text.folded.text.length;
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
    if (!isPlaced && pages.currentPage() !== page + 1) pages.goTo(page + 1);
    run.emitFound();
  };

  async function find({ words, onFound, signal }: FindOptions): Promise<void> {
    clear();
    const total = pages.views.length;
    const currentRun: SearchRun = {
      found: [],
      current: null,
      searched: 0,
      emitFound: () => {
        const { found, current, searched } = currentRun;
        let [count, at] = [0, 0];
        for (let page = 0; page < total; page += 1) {
          if (current && page === current.page) at = count + current.index + 1;
          count += found[page]?.length ?? 0;
        }
        onFound({ count, current: at, searched });
      },
    };
    run = currentRun;
    signal.addEventListener('abort', () => {
      if (run === currentRun) clear();
    });
    const from = pages.currentPage() - 1;
    let reportedAt = 0;
    for (let done = 0; done < total; done += 1) {
      const page = (from + done) % total;
      // A page whose text cannot be read has no matches.
      const text = await textOf(page).catch(() => null);
      if (signal.aborted || run !== currentRun) return;
      currentRun.found[page] = text ? findInFolded(text.folded, words) : [];
      currentRun.searched = (done + 1) / total;
      if (currentRun.found[page].length > 0) {
        if (currentRun.current === null) show(page, 0);
        else mark(page);
      }
      if (performance.now() - reportedAt > reportIntervalMs || done === total - 1) {
        reportedAt = performance.now();
        currentRun.emitFound();
      }
    }
  }

  function clear(): void {
    const endedRun = run;
    run = null;
    if (endedRun) for (const page of endedRun.found.keys()) pages.views[page]?.mark([], -1);
  }

  function step(to: 'next' | 'previous'): void {
    if (!run?.current) return;
    const { found, current } = run;
    const by = to === 'next' ? 1 : -1;
    const total = pages.views.length;
    const index = current.index + by;
    if (index >= 0 && index < (found[current.page]?.length ?? 0)) return show(current.page, index);
    for (let distance = 1; distance <= total; distance += 1) {
      const page = (current.page + by * distance + total * 2) % total;
      const count = found[page]?.length ?? 0;
      if (count > 0) return show(page, by === 1 ? 0 : count - 1);
    }
  }

  async function readText({ maxCharacters, signal }: ReadTextOptions): Promise<string> {
    let text = '';
    for (let page = 0; page < pages.views.length && text.length < maxCharacters; page += 1) {
      const runs = await readRuns(page).catch(() => []);
      text += `${runs.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join('')}\n`;
      // Pages that are to be drawn go first.
      await delay(readPauseMs);
      signal.throwIfAborted();
    }
    return text;
  }

  return { find, step, readText, end: clear };
}
