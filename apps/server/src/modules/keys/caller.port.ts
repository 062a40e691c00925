import type { RefusalReason } from '@sealflow/tdf/kas';

/** A P-256 public key (RFC 7517). */
export interface PublicKey {
  readonly x: string;
  readonly y: string;
}

/** The device that a session is bound to, with the keys it registered at sign-in. */
export interface CallingDevice {
  readonly id: string;
  readonly isBrowser: boolean;
  readonly signingKey: PublicKey;
  readonly agreementKey: PublicKey;
}

/** An active member of the tenant. */
export interface KeyCaller {
  readonly aid: string;
  readonly fid: string;
  /** Null for a session without a device: a third-party client. */
  readonly device: CallingDevice | null;
}

/** The known facts about a rejected caller, for the audit record. */
export interface RefusedCaller {
  readonly refused: RefusalReason;
  readonly aid: string | null;
  readonly deviceID: string | null;
}

export interface Bearer {
  readonly tid: string;
  readonly token: string | undefined;
}

export type IdentifyCaller = (bearer: Bearer) => Promise<KeyCaller | RefusedCaller>;
