import { createContext, useContext } from 'react';
import { type CurrentTenant, type SignedIn, useSessionStore } from './session.store.ts';
import type { SessionActions } from './session.usecases.ts';

/** Boot provides the actions here. */
export const SessionContext = createContext<SessionActions | null>(null);

export function useSessionActions(): SessionActions {
  const actions = useContext(SessionContext);
  if (actions === null) throw new Error('no session above this component');
  return actions;
}

/** The signed-in person; only for components below the signed-in part of the router. */
export function useSignedIn(): SignedIn {
  const session = useSessionStore((state) => state.session);
  if (session.phase !== 'signedIn') throw new Error('nobody is signed in');
  return session;
}

/** The tenant one works in, or null (role others). */
export const useTenant = (): CurrentTenant | null => useSignedIn().tenant;
