import { findInFolded, foldText } from '../viewer/find-text.rules.ts';
import { nextTask } from '../viewer/next-task.util.ts';
import type { DocumentSearch, FindOptions } from '../viewer/viewer.types.ts';
import { type Match, markPage } from './ofd-marks.viewer.ts';
import type { DrawnPage } from './ofd-page.viewer.ts';
import type { OfdPageList } from './ofd-page-list.viewer.ts';
import { pageTextOf } from './ofd-page-text.rules.ts';

type SearchOptions = {
  readonly pageList: OfdPageList;
  readonly pageCount: number;
  /** Draws a page with its text, but without loading fonts and pictures. */
  readonly draw: (page: number) => Promise<DrawnPage>;
  readonly drawnPages: ReadonlyMap<number, DrawnPage>;
};

/** Searches the pages from the visible one on and marks the matches. */
export function createOfdSearch({ pageList, pageCount, draw, drawnPages }: SearchOptions) {
  let matches: Match[] = [];
  let current: Match | null = null;
  let emitFound: () => void = () => undefined;

  const mark = (page: number): SVGElement | null => {
    const drawn = drawnPages.get(page);
    return drawn
      ? markPage(
          drawn,
          matches.filter((match) => match.page === page),
          current,
        )
      : null;
  };
  const markAll = () => {
    for (const page of drawnPages.keys()) mark(page);
  };
  const goTo = async (match: Match) => {
    current = match;
    markAll();
    emitFound();
    if (!drawnPages.has(match.page)) pageList.goTo(match.page + 1);
    await pageList.show(match.page);
    if (current === match) mark(match.page)?.scrollIntoView({ block: 'center', inline: 'nearest' });
  };

  async function find({ words, onFound, signal }: FindOptions) {
    matches = [];
    current = null;
    markAll();
    const first = pageList.currentPage();
    let searched = 0;
    emitFound = () =>
      onFound({ count: matches.length, current: current ? matches.indexOf(current) + 1 : 0, searched });
    signal.addEventListener(
      'abort',
      () => {
        matches = [];
        current = null;
        markAll();
      },
      { once: true },
    );
    for (let step = 0; step < pageCount && !signal.aborted; step += 1) {
      const page = (first + step) % pageCount;
      // A page that cannot be drawn has no text.
      const drawn = await draw(page).catch(() => null);
      if (signal.aborted) return;
      const found = drawn ? findInFolded(foldText(pageTextOf(drawn.runs).text), words) : [];
      matches.push(...found.map(({ start, end }) => ({ page, start, end })));
      matches.sort((a, b) => a.page - b.page || a.start - b.start);
      searched = (step + 1) / pageCount;
      mark(page);
      const firstOnPage = matches.find((match) => match.page === page);
      if (current === null && firstOnPage) void goTo(firstOnPage);
      emitFound();
    }
  }

  const search: DocumentSearch = {
    find,
    async readText({ maxCharacters, signal }) {
      let text = '';
      for (let page = 0; page < pageCount && text.length < maxCharacters && !signal.aborted; page += 1) {
        const drawn = await draw(page).catch(() => null);
        if (drawn) text += `${pageTextOf(drawn.runs).text}\n`;
        await nextTask();
      }
      return text;
    },
    step(to) {
      if (matches.length === 0) return;
      const at = current ? matches.indexOf(current) : -1;
      const next = matches[(at + (to === 'next' ? 1 : matches.length - 1)) % matches.length];
      if (next) void goTo(next);
    },
  };
  return { search, mark };
}
