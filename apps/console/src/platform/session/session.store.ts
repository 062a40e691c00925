import type { SignInAnswer } from '@sealflow/contract';
import { create } from 'zustand';

export type Tenant = SignInAnswer['tenants'][number];

/** A signed-in account of this browser. */
export type Session = {
  readonly aid: string;
  readonly token: string;
  /** When the token expires, in ms since 1970. */
  readonly expire: number;
  /** The name that the person signed in with, to offer it again. */
  readonly username: string;
  readonly tenants: readonly Tenant[];
  /** The contacts that can receive a code; undefined in a session that an earlier version stored. */
  readonly mobileNo?: string | null;
  readonly email?: string | null;
};

export type SessionState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'signedOut'; readonly reason: 'none' | 'ended' }
  | {
      readonly phase: 'signedIn';
      readonly session: Session;
      /** Whether the person signed in on the page that is open, and not before it was loaded. */
      readonly isNew?: boolean;
    };

export const useSessionStore = create<{ readonly state: SessionState }>(() => ({
  state: { phase: 'starting' },
}));

export const setSessionState = (state: SessionState): void => useSessionStore.setState({ state });

/** @throws Error without a session: only pages of a signed-in person call it. */
export function useSession(): Session {
  const state = useSessionStore((store) => store.state);
  if (state.phase !== 'signedIn') throw new Error('no session');
  return state.session;
}
