import { create } from 'zustand';
import type { Location, Navigator } from '../router/index.ts';
import { countEntriesBehind } from './guard.rules.ts';
import { withHeldHistory } from './history-hold.util.ts';
import { type Area, firstListOf, panePlaceOf, previewIn, withoutPreview } from './panes.rules.ts';
import { onScrollPositionsCleared } from './scroll-restoration.hook.ts';

type ListEntry = {
  readonly location: Location;
  /** Whether the address of the list has changed since its history entry was left. */
  readonly isChanged: boolean;
};

/** The list of each area that was shown last, with the key of its history entry. */
export const usePaneLists = create<Partial<Readonly<Record<Area, ListEntry>>>>(() => ({}));

/** The keys of the history entries by their number. */
let entryKeys: (string | undefined)[] = [];

onScrollPositionsCleared(() => {
  entryKeys = [];
  usePaneLists.setState({}, true);
});

const currentEntry = () => countEntriesBehind(window.history.state);

/** Records a shown address. The entries after it are unknown from here on. */
export function recordLocation(location: Location): void {
  const entry = currentEntry();
  entryKeys[entry] = location.key;
  const place = panePlaceOf(location);
  // A document that is open over its list has an entry of its own.
  if (
    place?.role !== 'list' ||
    previewIn(location.search) !== null ||
    usePaneLists.getState()[place.area]?.location === location
  )
    return;
  usePaneLists.setState({ [place.area]: { location, isChanged: false } });
}

const firstLists = new Map<Area, ListEntry>();

/** The list that stands beside a detail of the area. */
export function listEntryOf(area: Area, lists: Partial<Readonly<Record<Area, ListEntry>>>): ListEntry {
  const shown = lists[area];
  if (shown !== undefined) return shown;
  const first = firstLists.get(area) ?? {
    location: { ...firstListOf[area], hash: '', state: null, key: `first-${area}` },
    isChanged: false,
  };
  firstLists.set(area, first);
  return first;
}

/** Whether the history entry of a list is reached again whose filter changed beside a detail. The list then shows that filter. */
export const isReturnedTo = (entry: ListEntry, location: Location): boolean =>
  entry.isChanged && entry.location.key === location.key;

/** The list's address without a document over it: beside a detail no document is open in the list. */
export function listLocation(location: Location): Location {
  const search = withoutPreview(location.search);
  return search === location.search ? location : { ...location, search };
}

/** Number of entries between the list of an area and the current entry; 0 if the list is not behind it. */
export function entriesAboveList(area: Area): number {
  const key = usePaneLists.getState()[area]?.location.key;
  const current = currentEntry();
  for (let entry = current - 1; entry >= 0; entry -= 1)
    if (key !== undefined && entryKeys[entry] === key) return current - entry;
  return 0;
}

/** Goes back by some entries and replaces the one below; both in one rendering. */
export function goBackAndReplace(navigator: Navigator, steps: number, replace: () => void): void {
  if (steps === 0) {
    replace();
    return;
  }
  window.addEventListener('popstate', replace, { once: true });
  navigator.go(-steps);
}

/**
 * Does the same once `isReady` resolves with true. The browser already goes back meanwhile, because that takes as long as
 * storing does; the screen stays. If `isReady` resolves with false, the screen keeps its history entry.
 */
export async function goBackAndReplaceWhen(
  navigator: Navigator,
  steps: number,
  isReady: Promise<boolean>,
  replace: () => void,
): Promise<void> {
  if (steps === 0) {
    if (await isReady) replace();
    return;
  }
  const numberOfEntry = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;
  const ofScreen = numberOfEntry();
  const isLeft = await withHeldHistory(async () => {
    await onceMoved(() => navigator.go(-steps));
    if (await isReady) return true;
    await onceMoved(() => navigator.go(ofScreen - numberOfEntry()));
    return false;
  });
  if (!isLeft) return;
  window.addEventListener('popstate', replace, { once: true });
  // The router has ignored the step back.
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
}

/** Resolves once the browser has moved to another history entry. */
const onceMoved = (move: () => void): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    move();
  });
