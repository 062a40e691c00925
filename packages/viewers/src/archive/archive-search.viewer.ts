import { createWordFinder } from '../text/text-search.rules.ts';
import type { DocumentSearch } from '../viewer/viewer.types.ts';
import type { ArchiveItem } from './archive-item.rules.ts';

/** Searches the entry names of an archive and shows each match in its folder. */
export function archiveSearch(
  items: readonly ArchiveItem[],
  show: (item: ArchiveItem | null) => void,
): DocumentSearch {
  const files = items.filter(({ isFolder }) => !isFolder);
  let matches: readonly ArchiveItem[] = [];
  let current = -1;
  let emitFound: () => void = () => undefined;
  const goTo = (index: number) => {
    current = index;
    show(matches[index] ?? null);
    emitFound();
  };
  return {
    find: async ({ words, onFound, signal }) => {
      const findIn = createWordFinder(words);
      matches = files.filter(({ name }) => findIn(name).length > 0);
      emitFound = () => onFound({ count: matches.length, current: current + 1, searched: 1 });
      signal.addEventListener(
        'abort',
        () => {
          emitFound = () => undefined;
          matches = [];
          show(null);
        },
        { once: true },
      );
      goTo(matches.length > 0 ? 0 : -1);
    },
    readText: async () => files.map(({ name }) => name).join('\n'),
    step: (to) => {
      if (matches.length > 0) goTo((current + (to === 'next' ? 1 : matches.length - 1)) % matches.length);
    },
  };
}
