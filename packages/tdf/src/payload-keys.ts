import type { Bytes } from './bytes.ts';

/** One data key imported for its two uses, both non-extractable. */
export interface SegmentKeys {
  /** AES-GCM, `decrypt`. */
  readonly decrypt: CryptoKey;
  /** HMAC with SHA-256, `verify`. */
  readonly verify: CryptoKey;
  /**
   * Decrypts a segment (IV, ciphertext, tag), or throws if its tag is wrong. Default: WebCrypto with `decrypt`. In Node
   * `nodeDecipher` of `@sealflow/tdf/node` is faster, where the data key is in script memory anyway.
   */
  readonly decipher?: (sealed: Bytes) => Promise<Bytes>;
}

/** The result of opening a use licence. Without a split, the single share is the payload key. */
export interface PayloadKeys extends SegmentKeys {
  readonly documentId: string;
  readonly shares: readonly KeyShare[];
}

/** A share with the name of its key access entry, so that one key of a file cannot stand in for another. */
export interface KeyShare extends SegmentKeys {
  readonly kid: string | null;
  readonly sid: string | null;
}
