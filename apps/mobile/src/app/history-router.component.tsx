import { countDismissables, dismissTop, onDismissablesChanged } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { readGuard, withGuard } from '../shell/navigation/guard.rules.ts';
import { isHistoryHeld } from '../shell/navigation/history-hold.util.ts';
import { createBrowserHistory, type Location, type Navigator, Router } from '../shell/router/index.ts';

/** The router over the browser's history. */
export function HistoryRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(createOverlayHistory);
  const [location, setLocation] = useState(history.first);
  useLayoutEffect(() => history.listen((next) => startTransition(() => setLocation(next))), [history]);
  return (
    <Router location={location} navigator={history.navigator}>
      {children}
    </Router>
  );
}

/**
 * The browser's history with the back behaviour that section 2 requires for the hardware button: an open overlay (a
 * search, the multi-select, a menu, a dialog) closes first, and the screen stays. For each overlay a guard entry lies
 * over the screen's entry. An overlay that closes without back leaves its guard: the next overlay reuses it, and the
 * next step back skips it. The router is not notified of guards.
 */
function createOverlayHistory() {
  const history = createBrowserHistory();
  const withoutGuard = (location: Location): Location => ({
    ...location,
    state: readGuard(location.state).under,
  });
  let { guard, moved } = readGuard(history.location().state);
  let location = withoutGuard(history.location());
  let isAppNavigation = false;
  let isSilent = false;

  const first = location;

  const currentEntry = (): Location => ({ ...location, state: withGuard(guard, location.state, moved) });
  const withoutNotifying = (write: () => void) => {
    isSilent = true;
    write();
    isSilent = false;
  };

  /** One guard entry for each open overlay. */
  const pushGuardEntries = () => {
    while (guard < countDismissables()) {
      guard += 1;
      moved = false;
      withoutNotifying(() => history.push(currentEntry()));
    }
  };

  const navigator: Navigator = {
    push: (to, state) => {
      // A guard equal to the entry below is replaced; one with a newer address stays as an entry to come back to.
      if (guard > 0 && !moved) history.replace(to, state);
      else history.push(to, state);
    },
    replace: (to, state) => {
      history.replace(to, withGuard(guard, state, true));
    },
    go: (delta) => {
      isAppNavigation = true;
      history.go(delta < 0 ? delta - guard : delta);
    },
  };

  /**
   * Handles a step back over guards: closes the top overlay or skips unused guards.
   * @returns true if the screen stays.
   */
  function handleBack(delta: number, landed: Location): boolean {
    const isOpen = countDismissables() > 0;
    const isWithinGuards = -delta <= guard;
    if (!isOpen && !isWithinGuards) return false;
    if ((isOpen && dismissTop() === 'stays') || !isWithinGuards) {
      history.go(-delta);
      return true;
    }
    guard += delta;
    moved = guard > 0 && (moved || readGuard(landed.state).moved);
    // The address may have changed since this entry was left.
    withoutNotifying(() => history.replace(currentEntry()));
    // First over the remaining guards: where nothing lies behind the screen, the browser ignores a longer step.
    if (!isOpen) history.go(guard > 0 ? -guard : -1);
    return true;
  }

  function listen(listener: (location: Location) => void): () => void {
    // An overlay that closes and one that opens in the same task are counted together.
    const unsubscribeDismissables = onDismissablesChanged(() => queueMicrotask(pushGuardEntries));
    const unlisten = history.listen((update) => {
      if (isSilent) return;
      const delta = update.delta ?? 0;
      const isUserBack = update.isStep && !isAppNavigation && delta < 0;
      isAppNavigation = false;
      if (isHistoryHeld()) return;
      if (isUserBack && handleBack(delta, update.location)) return;
      ({ guard, moved } = readGuard(update.location.state));
      location = withoutGuard(update.location);
      listener(location);
    });
    return () => {
      unsubscribeDismissables();
      unlisten();
    };
  }
  return { navigator, listen, first };
}
