import { createContext, useContext, useEffect } from 'react';
import { usePlatform } from '../index.ts';
import { refreshIntervals } from './refresh.rules.ts';
import { type CurrentTenant, type SignedIn, useSessionStore } from './session.store.ts';
import type { SessionActions } from './session.usecases.ts';

/** The session's actions; provided by `App`. */
export const SessionContext = createContext<SessionActions | null>(null);

export function useSessionActions(): SessionActions {
  const actions = useContext(SessionContext);
  if (actions === null) throw new Error('SessionContext is missing');
  return actions;
}

/** The signed-in session; only for components below the signed-in part of the router. */
export function useSignedIn(): SignedIn {
  const session = useSessionStore((state) => state.session);
  if (session.phase !== 'signedIn') throw new Error('session is not signed in');
  return session;
}

/** The current tenant; null for role others. */
export const useTenant = (): CurrentTenant | null => useSignedIn().tenant;

/**
 * Refreshes the token of a running session before it expires: checked each minute, when the page becomes visible, and
 * when the network returns.
 */
export function useTokenRefresh(): void {
  const { network } = usePlatform();
  const { refreshIfDue } = useSessionActions();
  useEffect(() => {
    const refresh = () => void refreshIfDue();
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    const timer = setInterval(refresh, refreshIntervals.retryIntervalMs);
    document.addEventListener('visibilitychange', onVisible);
    const unsubscribe = network.subscribe((online) => {
      if (online) refresh();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      unsubscribe();
    };
  }, [network, refreshIfDue]);
}
