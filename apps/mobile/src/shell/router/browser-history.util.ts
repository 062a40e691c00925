import { formatPath, type Location, parsePath, type To } from './address.rules.ts';

export type HistoryUpdate = {
  /** Whether the user or the app stepped to an existing entry. */
  readonly isStep: boolean;
  readonly location: Location;
  /** Number of entries moved; null for an entry without a number, which the app did not create. */
  readonly delta: number | null;
};

/** What the app stores in each entry of the browser's history. */
type Entry = { readonly usr?: unknown; readonly key?: string; readonly idx?: number } | null;

const currentEntry = () => window.history.state as Entry;

function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const entry = currentEntry();
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
}

const isLocation = (to: To): to is Location => typeof to === 'object' && 'key' in to && 'state' in to;

/** A location keeps its own state and key. */
const locationOf = (to: To, state: unknown): Location =>
  isLocation(to)
    ? to
    : {
        pathname: window.location.pathname,
        search: '',
        hash: '',
        ...(typeof to === 'string' ? parsePath(to) : to),
        state: state ?? null,
        key: Math.random().toString(36).slice(2, 10),
      };

/** Browsers limit the number of entries in a time; the page then loads again at the new address. */
function loadInstead(href: string, error: unknown): void {
  const url = new URL(href, window.location.href);
  const isStateRefused = error instanceof DOMException && error.name === 'DataCloneError';
  if (isStateRefused || url.origin !== window.location.origin) throw error;
  window.location.assign(url);
}

/** The browser's history with a number in each entry, from which the distance of a step is known. */
export function createBrowserHistory() {
  const { history } = window;
  let listener: ((update: HistoryUpdate) => void) | null = null;
  let index = currentEntry()?.idx ?? null;
  if (index === null) {
    index = 0;
    history.replaceState({ ...currentEntry(), idx: index }, '');
  }

  const write = (to: To, state: unknown, delta: 0 | 1) => {
    const location = locationOf(to, state);
    index = (currentEntry()?.idx ?? 0) + delta;
    const entry: Entry = { usr: location.state, key: location.key, idx: index };
    const href = formatPath(location);
    if (delta === 0) history.replaceState(entry, '', href);
    else {
      try {
        history.pushState(entry, '', href);
      } catch (error) {
        loadInstead(href, error);
      }
    }
    listener?.({ isStep: false, location: currentLocation(), delta });
  };

  const onPopState = () => {
    const next = currentEntry()?.idx ?? null;
    const delta = next === null || index === null ? null : next - index;
    index = next;
    listener?.({ isStep: true, location: currentLocation(), delta });
  };

  return {
    location: currentLocation,
    push: (to: To, state?: unknown) => write(to, state, 1),
    replace: (to: To, state?: unknown) => write(to, state, 0),
    go: (delta: number) => history.go(delta),
    /** Takes one listener. @returns a function that removes it. */
    listen: (onUpdate: (update: HistoryUpdate) => void) => {
      listener = onUpdate;
      window.addEventListener('popstate', onPopState);
      return () => {
        window.removeEventListener('popstate', onPopState);
        listener = null;
      };
    },
  };
}
