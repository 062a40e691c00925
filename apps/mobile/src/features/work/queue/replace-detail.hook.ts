import { use, useCallback } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { countEntriesBehind } from '../../../shell/navigation/guard.rules.ts';
import { entriesAboveList, goBackAndReplace } from '../../../shell/navigation/pane-history.store.ts';
import { useDecisionDepth } from '../decide/decision-depth.hook.ts';
import type { DetailTarget } from './with-document.hook.ts';

/**
 * Shows another task in place of what is open above the list, so that one step back leads to the list. `push` adds
 * entries above the task.
 */
export function useReplaceDetail() {
  const { navigator } = use(NavigationContext);
  const { depth } = useDecisionDepth();
  return useCallback(
    (target: DetailTarget, push?: DetailTarget) => {
      const above = entriesAboveList('work');
      // After a reload, the list's entry is known by the depth of the open form only.
      const ofForm = countEntriesBehind(window.history.state) > depth ? depth : 0;
      goBackAndReplace(navigator, above > 0 ? above - 1 : ofForm, () => {
        navigator.replace(target.to, target.state);
        if (push !== undefined) navigator.push(push.to, push.state);
      });
    },
    [navigator, depth],
  );
}
