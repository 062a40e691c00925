import { wordFinder } from '../text/text-search.rules.ts';
import type { DocumentSearch } from '../viewer.types.ts';
import type { ArchiveItem } from './entries.adapter.ts';

/** Searches the entry names of an archive and shows each match in its folder. */
export function archiveSearch(
  items: readonly ArchiveItem[],
  show: (item: ArchiveItem | null) => void,
): DocumentSearch {
  const files = items.filter(({ isFolder }) => !isFolder);
  let found: readonly ArchiveItem[] = [];
  let current = -1;
  let tell: () => void = () => undefined;
  const goTo = (index: number) => {
    current = index;
    show(found[index] ?? null);
    tell();
  };
  return {
    find: async ({ words, onFound, signal }) => {
      const findIn = wordFinder(words);
      found = files.filter(({ name }) => findIn(name).length > 0);
      tell = () => onFound({ count: found.length, current: current + 1, searched: 1 });
      signal.addEventListener(
        'abort',
        () => {
          tell = () => undefined;
          found = [];
          show(null);
        },
        { once: true },
      );
      goTo(found.length > 0 ? 0 : -1);
    },
    step: (to) => {
      if (found.length > 0) goTo((current + (to === 'next' ? 1 : found.length - 1)) % found.length);
    },
  };
}
