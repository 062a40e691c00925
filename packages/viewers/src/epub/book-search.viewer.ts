import { createDomSearch, textOfPage } from '../text/dom-search.viewer.ts';
import { findText } from '../viewer/find-text.rules.ts';
import type { DocumentSearch, FindOptions } from '../viewer/viewer.types.ts';

type BookSearchOptions = {
  readonly chapterCount: number;
  readonly currentChapter: () => number;
  /** Shows a chapter, and returns its element. */
  readonly showChapter: (index: number) => Promise<HTMLElement>;
  /** The text of a chapter that need not be shown; empty for a damaged one. */
  readonly readChapter: (index: number) => Promise<HTMLElement | DocumentFragment>;
};

type Running = FindOptions & {
  /** The number of matches of each searched chapter. */
  readonly counts: number[];
  current: number;
  searched: number;
  endMarks: AbortController;
};

/** Searches all chapters of a book. Only the matches of the shown chapter are marked. */
export function createBookSearch(options: BookSearchOptions): DocumentSearch {
  const { chapterCount, currentChapter, showChapter, readChapter } = options;
  let running: Running | null = null;
  const total = ({ counts }: Running) => counts.reduce((sum, count) => sum + (count ?? 0), 0);
  const emit = (run: Running) => {
    if (!run.signal.aborted)
      run.onFound({ count: total(run), current: run.current, searched: run.searched / chapterCount });
  };

  /** Shows the match by its place among those of all chapters, counted from 1. */
  async function showMatch(run: Running, match: number) {
    let chapter = 0;
    let before = 0;
    while (chapter < chapterCount && before + (run.counts[chapter] ?? 0) < match) {
      before += run.counts[chapter] ?? 0;
      chapter += 1;
    }
    run.current = match;
    emit(run);
    const page = await showChapter(chapter);
    if (run.signal.aborted || run.current !== match) return;
    run.endMarks.abort();
    run.endMarks = new AbortController();
    const marks = createDomSearch(page);
    let place = 0;
    const onFound: FindOptions['onFound'] = ({ current }) => {
      place = current;
    };
    await marks.find({ words: run.words, onFound, signal: run.endMarks.signal });
    const inChapter = run.counts[chapter] ?? 0;
    // The search of the chapter starts at its first visible match.
    const steps = inChapter > 0 ? (match - before - place + inChapter) % inChapter : 0;
    for (let step = 0; step < steps; step += 1) marks.step('next');
  }

  return {
    async find(findOptions) {
      const run: Running = {
        ...findOptions,
        counts: [],
        current: 0,
        searched: 0,
        endMarks: new AbortController(),
      };
      running = run;
      findOptions.signal.addEventListener('abort', () => run.endMarks.abort(), { once: true });
      const first = currentChapter();
      let isShown = false;
      for (let index = 0; index < chapterCount && !run.signal.aborted; index += 1) {
        const text = textOfPage(await readChapter(index));
        run.counts[index] = findText(text, run.words).length;
        run.searched = index + 1;
        if (!isShown && index >= first && total(run) > 0 && (run.counts[index] ?? 0) > 0) {
          isShown = true;
          await showMatch(run, total(run) - (run.counts[index] ?? 0) + 1);
        } else emit(run);
      }
      if (!isShown && total(run) > 0 && !run.signal.aborted) await showMatch(run, 1);
    },
    async readText({ maxCharacters, signal }) {
      let text = '';
      for (let index = 0; index < chapterCount && text.length < maxCharacters && !signal.aborted; index += 1)
        text += `${textOfPage(await readChapter(index), maxCharacters - text.length)}\n`;
      return text;
    },
    step(to) {
      const run = running;
      const count = run ? total(run) : 0;
      if (!run || count === 0 || run.signal.aborted) return;
      const next = to === 'next' ? run.current + 1 : run.current - 1;
      void showMatch(run, next < 1 ? count : next > count ? 1 : next);
    },
  };
}
