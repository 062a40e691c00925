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
 * The browser's history with back as section 2 has it for the hardware: what is open above the screen (a search, the
 * multi-select, a menu, a dialog) goes first, and the screen stays. For each such thing a guard lies over the screen's
 * entry; what goes by itself leaves its guard, which the next thing takes over and the next step back passes by. The
 * router never hears of guards.
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

  /** As many guards as there are things to take away. */
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
      // A guard that says no more than the entry below makes room; one that knows a newer address stays to come back to.
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

  /** @returns whether a step back led through the guards, or took something away: then the screen stays. */
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
    // The address may have become another since this entry was left.
    silently(() => history.replace(here()));
    // Over the other guards first: where nothing lies behind the screen, a longer step would not be taken at all.
    if (!isOpen) history.go(guard > 0 ? -guard : -1);
    return true;
  }

  function listen(listener: (update: HistoryUpdate) => void): () => void {
    // What closes and opens in one go is counted once.
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
