import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { layersOf } from '../../app/shell/layer.hook.ts';
import { paths } from '../../app/shell/paths.ts';
import { useApplyTenant } from './apply.queries.ts';
import { depthIn, detailAddress } from './apply-address.rules.ts';

/** A submitted application; `flowID` is null if another tab submitted it. */
export type Sent = { readonly flowID: string | null };

/**
 * Navigates from a submitted form to its application. The form's own history entries are removed first, so that
 * back from the application leads to the page where applying began and not to an empty form.
 */
export function useArrival(sent: Sent | null): void {
  const navigate = useNavigate();
  const { tserviceVersion } = useApplyTenant();
  const { key, state } = useLocation();
  const handled = useRef<string | null>(null);
  useEffect(() => {
    if (sent === null || handled.current === key) return;
    handled.current = key;
    const behind = layersOf(state).length + depthIn(state);
    if (behind > 0) void navigate(-behind);
    else void navigate(addressOf(sent, tserviceVersion), { replace: true });
  }, [sent, key, state, navigate, tserviceVersion]);
}

const addressOf = ({ flowID }: Sent, serviceVersion: string): string =>
  flowID === null ? `${paths.approval}?list=flows` : detailAddress(flowID, serviceVersion);
