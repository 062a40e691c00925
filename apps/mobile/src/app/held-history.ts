import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
} from 'react-router';
import { dismissables, dismissTop, onDismissables } from '../ui/dismiss.hook.ts';
import { guarded, readGuard } from './shell/guard.rules.ts';

type BrowserHistory = ReturnType<typeof createBrowserHistory>;
export type HistoryUpdate = Pick<BrowserHistory, 'action' | 'location'>;

/**
 * The browser's history with the back behaviour that section 2 requires for the hardware button: an open overlay (a
 * search, the multi-select, a menu, a dialog) closes first, and the screen stays. For each overlay a guard entry lies
 * over the screen's entry. An overlay that closes without back leaves its guard: the next overlay reuses it, and the
 * next step back skips it. The router is not notified of guards.
 */
export function createHeldHistory() {
  const history = createBrowserHistory({ v5Compat: true });
  const plain = (location: Location): Location => ({ ...location, state: readGuard(location.state).under });
  let { guard, moved } = readGuard(history.location.state);
  let location = plain(history.location);
  let askedByApp = false;
  let isSilent = false;

  const first: HistoryUpdate = { action: history.action, location };

  const here = (): Location => ({ ...location, state: guarded(guard, location.state, moved) });
  const silently = (write: () => void) => {
    isSilent = true;
    write();
    isSilent = false;
  };

  /** One guard entry for each open overlay. */
  const cover = () => {
    while (guard < dismissables()) {
      guard += 1;
      moved = false;
      silently(() => history.push(here()));
    }
  };

  const navigator: Navigator = {
    createHref: (to) => history.createHref(to),
    encodeLocation: (to) => history.encodeLocation(to),
    push: (to, state) => {
      // A guard equal to the entry below is replaced; one with a newer address stays as an entry to come back to.
      if (guard > 0 && !moved) history.replace(to, state);
      else history.push(to, state);
    },
    replace: (to, state) => {
      history.replace(to, guarded(guard, state, true));
    },
    go: (delta) => {
      askedByApp = true;
      history.go(delta < 0 ? delta - guard : delta);
    },
  };

  /**
   * Handles a step back over guards: closes the top overlay or skips unused guards.
   * @returns true if the screen stays.
   */
  function isHeld(delta: number, landed: Location): boolean {
    const isOpen = dismissables() > 0;
    const isWithin = -delta <= guard;
    if (!isOpen && !isWithin) return false;
    if ((isOpen && dismissTop() === 'stays') || !isWithin) {
      history.go(-delta);
      return true;
    }
    guard += delta;
    moved = guard > 0 && (moved || readGuard(landed.state).moved);
    // The address may have changed since this entry was left.
    silently(() => history.replace(here()));
    // First over the remaining guards: where nothing lies behind the screen, the browser ignores a longer step.
    if (!isOpen) history.go(guard > 0 ? -guard : -1);
    return true;
  }

  function listen(listener: (update: HistoryUpdate) => void): () => void {
    // An overlay that closes and one that opens in the same task are counted together.
    const endCovering = onDismissables(() => queueMicrotask(cover));
    const endListening = history.listen((update) => {
      if (isSilent) return;
      const delta = update.delta ?? 0;
      const isPersonsBack = (update.action as string) === 'POP' && !askedByApp && delta < 0;
      askedByApp = false;
      if (isPersonsBack && isHeld(delta, update.location)) return;
      ({ guard, moved } = readGuard(update.location.state));
      location = plain(update.location);
      listener({ action: update.action, location });
    });
    return () => {
      endCovering();
      endListening();
    };
  }
  return { navigator, listen, first };
}
