import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { entriesBehind } from '../../app/shell/guard.rules.ts';
import { paths } from '../../app/shell/paths.ts';

type DepthState = { readonly depth?: number };

/**
 * How many entries of the history lie between a detail and where deciding began: deciding one task after the other goes
 * deeper, and 'done' still comes back to the list in one step, at its old place.
 */
export function useDecisionDepth() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const depth = (state as DepthState | null)?.depth ?? 1;
  const leave = useCallback(() => {
    if (entriesBehind(window.history.state) > depth) void navigate(-(depth + 1));
    else void navigate(paths.work, { replace: true });
  }, [navigate, depth]);
  return { depth, leave };
}
