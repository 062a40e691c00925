import { UNSAFE_createBrowserHistory as createBrowserHistory, type Navigator } from 'react-router';
import { dismissTop } from '../ui/dismiss.hook.ts';
import { layersOf } from './shell/layer.hook.ts';

type BrowserHistory = ReturnType<typeof createBrowserHistory>;
export type HistoryUpdate = Pick<BrowserHistory, 'action' | 'location'>;

/**
 * The browser's history with back as section 2 has it for the hardware: what is open above the screen (a menu, a
 * dialog of the screen's own, the multi-select) goes first, and the screen stays. What has a history entry of its own
 * goes with that entry.
 */
export function createHeldHistory() {
  const history = createBrowserHistory({ v5Compat: true });
  let { location } = history;
  let askedByApp = false;
  const navigator: Navigator = {
    createHref: (to) => history.createHref(to),
    encodeLocation: (to) => history.encodeLocation(to),
    push: (to, state) => history.push(to, state),
    replace: (to, state) => history.replace(to, state),
    go: (delta) => {
      askedByApp = true;
      history.go(delta);
    },
  };

  function listen(listener: (update: HistoryUpdate) => void): () => void {
    return history.listen((update) => {
      const isOwnEntryOver = layersOf(update.location.state).length < layersOf(location.state).length;
      const isPersonsBack = (update.action as string) === 'POP' && !askedByApp && (update.delta ?? 0) < 0;
      askedByApp = false;
      if (isPersonsBack && !isOwnEntryOver && dismissTop()) {
        history.go(-(update.delta ?? 0));
        return;
      }
      location = update.location;
      listener({ action: update.action, location });
    });
  }
  return { navigator, listen, first: { action: history.action, location } satisfies HistoryUpdate };
}
