import { useEffect, useRef } from 'react';
import { layersOf } from '../../../shell/navigation/layer.hook.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import { useApplyTenant } from '../apply.queries.ts';
import { flowDetailAddress, readApplyDepth } from '../apply-address.rules.ts';

/** A submitted application; `flowID` is null if another tab submitted it. */
export type SentApplication = { readonly flowID: string | null };

/**
 * Navigates from a submitted form to its application. The form's own history entries are removed first, so that
 * back from the application leads to the page where applying began and not to an empty form.
 */
export function useNavigateToSent(sent: SentApplication | null): void {
  const navigate = useNavigate();
  const { tserviceVersion } = useApplyTenant();
  const { key, state } = useLocation();
  const handledKey = useRef<string | null>(null);
  useEffect(() => {
    if (sent === null || handledKey.current === key) return;
    handledKey.current = key;
    const entriesToLeave = layersOf(state).length + readApplyDepth(state);
    if (entriesToLeave > 0) navigate(-entriesToLeave);
    else navigate(addressOf(sent, tserviceVersion), { replace: true });
  }, [sent, key, state, navigate, tserviceVersion]);
}

const addressOf = ({ flowID }: SentApplication, serviceVersion: string): string =>
  flowID === null ? `${paths.approval}?list=flows` : flowDetailAddress(flowID, serviceVersion);
