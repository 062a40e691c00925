import { useCallback } from 'react';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { countEntriesBehind } from '../../../shell/navigation/guard.rules.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import { flowPath, parseFlowAddress } from '../flow-address.rules.ts';
import { queueStateIn } from '../queue/queue-state.rules.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';

type DepthState = { readonly depth?: number };

/**
 * Number of history entries between a detail screen and the list where deciding began; 0 on a form that a notification opened
 * directly above the list, without a detail screen. Deciding several tasks in a row adds entries; `returnToList` skips all of them in one step, so that the list keeps its scroll position.
 */
export function useDecisionDepth() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const depth = (state as DepthState | null)?.depth ?? 1;
  const returnToList = useCallback(() => {
    if (countEntriesBehind(window.history.state) > depth) navigate(-(depth + 1));
    else navigate(paths.work, { replace: true });
  }, [navigate, depth]);
  const { tserviceVersion } = useWorkTenant();
  const goBack = useGoBack();
  const isDirect = depth === 0;
  /** Shows the application: the screen behind, or in place of a form without one. */
  const openFlow = useCallback(() => {
    const address = isDirect ? parseFlowAddress(new URLSearchParams(search)) : null;
    if (address === null) goBack();
    else navigate(flowPath(address, tserviceVersion), { replace: true });
  }, [isDirect, search, goBack, navigate, tserviceVersion]);
  /** For the screens that follow for the same task. */
  const passedState = { depth, ...queueStateIn(state) };
  return { depth, isDirect, passedState, returnToList, openFlow };
}
