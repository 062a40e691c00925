import type { ProofDeps } from './device-proof.ts';
import type { SessionStorage } from './session.storage.ts';

export type SessionDeps = ProofDeps & {
  /** Removes what the device keeps of an account's documents, if that is still wanted once other tabs were waited for. */
  readonly wipe: (accountId: string, isStillWanted: () => Promise<boolean>) => Promise<void>;
  /** Told at a start with a token that is still good, before the service is asked. */
  readonly onReturning?: () => void;
  /** Told first of a sign-out, while the token is still good: the push alias goes here. */
  readonly onSignOut?: (accountId: string) => Promise<void>;
  /** Before the person leaves a start that failed: what is stored stays, pushes to the device end. */
  readonly onLeave?: () => Promise<void>;
  /** Tells the browser's other tabs who is signed in now; null for nobody. */
  readonly announce: (accountId: string | null) => void;
};

/** What the parts of the session have in common. */
export type SessionParts = {
  readonly deps: SessionDeps;
  readonly storage: SessionStorage;
  /** Whatever was under way before shows nothing any more. Gives what says whether this is still the latest. */
  readonly begin: () => () => boolean;
};
