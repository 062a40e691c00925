import { createContext, useContext } from 'react';
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
