import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { layersOf } from '../../app/shell/layer.hook.ts';
import { useApplyTenant } from './apply.queries.ts';
import { depthIn, detailAddress } from './apply-address.rules.ts';

/**
 * Leads from a form that was sent to the application. The form's own entries are left behind first, so that back from
 * the application leads to where applying began, and never to a form that has nothing in it any more.
 */
export function useArrival(flowID: string | null): void {
  const navigate = useNavigate();
  const { tserviceVersion } = useApplyTenant();
  const { key, state } = useLocation();
  const handled = useRef<string | null>(null);
  useEffect(() => {
    if (flowID === null || handled.current === key) return;
    handled.current = key;
    const behind = layersOf(state).length + depthIn(state);
    if (behind > 0) void navigate(-behind);
    else void navigate(detailAddress(flowID, tserviceVersion), { replace: true });
  }, [flowID, key, state, navigate, tserviceVersion]);
}
