import type { ProofDeps } from './device-proof.usecases.ts';
import type { SessionStorage } from './session.repository.ts';

export type SessionDeps = ProofDeps & {
  /** Deletes the account's data on the device, if still requested after other tabs have released it. */
  readonly wipe: (accountId: string, isStillRequested: () => Promise<boolean>) => Promise<void>;
  /** Called at a start with a valid token, before the service is asked. */
  readonly onReturning?: () => void;
  /** Called first at a sign-out, while the token is still valid: removes the push alias. */
  readonly onSignOut?: (accountId: string) => Promise<void>;
  /** Called before the user leaves a failed start: stored data stays, push messages to the device end. */
  readonly onLeaveFailedStart?: () => Promise<void>;
  /** Announces the signed-in account to other tabs of the browser; null after a sign-out. */
  readonly announce: (accountId: string | null) => void;
};

/** Shared parts of the session's modules. */
export type SessionModuleDeps = {
  readonly deps: SessionDeps;
  readonly storage: SessionStorage;
  /**
   * Invalidates the operation in progress, by a generation counter.
   * @returns a function that tells whether this operation is still the latest.
   */
  readonly beginOperation: () => () => boolean;
};
