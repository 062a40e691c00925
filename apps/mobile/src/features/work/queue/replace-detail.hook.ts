import { useCallback } from 'react';
import { countEntriesBehind } from '../../../shell/navigation/guard.rules.ts';
import {
  entriesAboveList,
  goBackAndReplace,
  goBackAndReplaceWhen,
} from '../../../shell/navigation/pane-history.store.ts';
import { useNavigator } from '../../../shell/router/index.ts';
import { useDecisionDepth } from '../decide/decision-depth.hook.ts';
import type { DetailTarget } from './with-document.hook.ts';

/**
 * Shows another task in place of what is open above the list, so that one step back leads to the list. `push` adds
 * entries above the task.
 */
export function useReplaceDetail() {
  const navigator = useNavigator();
  const { depth } = useDecisionDepth();
  return useCallback(
    (target: DetailTarget, push?: DetailTarget) =>
      goBackAndReplace(navigator, stepsToDetail(depth), () => {
        navigator.replace(target.to, target.state);
        if (push !== undefined) navigator.push(push.to, push.state);
      }),
    [navigator, depth],
  );
}

/** Does the same once `isReady` resolves with true; if it resolves with false, the open form stays. */
export function useReplaceDetailWhen() {
  const navigator = useNavigator();
  const { depth } = useDecisionDepth();
  return useCallback(
    (isReady: Promise<boolean>, { to, state }: DetailTarget) =>
      goBackAndReplaceWhen(navigator, stepsToDetail(depth), isReady, () => navigator.replace(to, state)),
    [navigator, depth],
  );
}

/** Number of entries between the first detail above the list and the current one. */
function stepsToDetail(depth: number): number {
  const above = entriesAboveList('work');
  // After a reload, the list's entry is known by the depth of the open form only.
  const ofForm = countEntriesBehind(window.history.state) > depth ? depth : 0;
  return above > 0 ? above - 1 : ofForm;
}
