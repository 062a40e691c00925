import { type Bytes, randomBytes } from '../bytes.ts';
import { IV_BYTES, TAG_BYTES } from '../manifest.ts';

/** The result of encrypting one segment. */
export interface EncryptedSegment {
  /** Ciphertext and tag. They may be one array or several: joining them would copy the ciphertext. */
  readonly parts: readonly Bytes[];
  readonly tag: Bytes;
}

/** AES-256-GCM with the data key of one document. */
export interface SegmentCipher {
  /** Number of segments that are encrypted ahead of the consumer. */
  readonly segmentsAhead: number;
  /** Encrypts one segment. Does not use `plain` after it has returned. */
  encrypt(iv: Bytes, plain: Bytes): Promise<EncryptedSegment>;
}

/** Creates the cipher of a new document. The data key is wiped afterwards. */
export type CreateSegmentCipher = (dataKey: Bytes) => SegmentCipher;

/** Enough that the threads of the engine always have work while the caller computes the checksum of a segment. */
const SEGMENTS_AHEAD = 4;

export const webCryptoCipher = (key: CryptoKey): SegmentCipher => ({
  segmentsAhead: SEGMENTS_AHEAD,
  async encrypt(iv, plain) {
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
    return { parts: [sealed], tag: sealed.subarray(-TAG_BYTES) };
  },
});

const IVS_AT_ONCE = 64;

/** Random IVs. A call for random bytes takes longer than the bytes, so one call is made for many IVs. */
export function createIvs(): () => Bytes {
  let random: Bytes = new Uint8Array();
  let used = 0;
  return () => {
    if (used === random.length) [random, used] = [randomBytes(IVS_AT_ONCE * IV_BYTES), 0];
    used += IV_BYTES;
    return random.slice(used - IV_BYTES, used);
  };
}
