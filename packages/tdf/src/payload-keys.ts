/** One data key in its two uses, both non-extractable. */
export interface KeyPairOfUse {
  /** AES-GCM, `decrypt`. */
  readonly decrypt: CryptoKey;
  /** HMAC with SHA-256, `verify`. */
  readonly verify: CryptoKey;
}

/** What a use licence opens to. Without a split the one share is the payload key itself. */
export interface PayloadKeys extends KeyPairOfUse {
  readonly documentId: string;
  readonly shares: readonly KeyShare[];
}

/** A share carries the key access entry's name, so that keys of one file do not vouch for another. */
export interface KeyShare extends KeyPairOfUse {
  readonly kid: string | null;
  readonly sid: string | null;
}
