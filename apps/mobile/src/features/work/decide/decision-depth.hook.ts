import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { countEntriesBehind } from '../../../shell/navigation/guard.rules.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { queueStateIn } from '../queue/queue-state.rules.ts';

type DepthState = { readonly depth?: number };

/**
 * Number of history entries between a detail screen and the list where deciding began. Deciding several tasks in a row
 * adds entries; `returnToList` skips all of them in one step, so that the list keeps its scroll position.
 */
export function useDecisionDepth() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const depth = (state as DepthState | null)?.depth ?? 1;
  const returnToList = useCallback(() => {
    if (countEntriesBehind(window.history.state) > depth) void navigate(-(depth + 1));
    else void navigate(paths.work, { replace: true });
  }, [navigate, depth]);
  /** For the screens that follow for the same task. */
  const passedState = { depth, ...queueStateIn(state) };
  return { depth, passedState, returnToList };
}
