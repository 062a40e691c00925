import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Bytes } from './bytes.ts';
import { IV_BYTES, TAG_BYTES } from './manifest.ts';
import type { SegmentKeys } from './payload-keys.ts';
import type { SegmentCipher } from './writer/cipher.ts';

// Node's WebCrypto copies each segment to another thread and wipes the copies. That costs the calling thread more time
// than encrypting or decrypting the segment itself.
const ALGORITHM = 'aes-256-gcm';
/** Other work of the process waits at most for these. They take about a millisecond. */
const SEGMENTS_PER_TURN = 8;

/** AES-256-GCM by `node:crypto`, for the option `cipher` of `seal`. */
export function nodeCipher(dataKey: Bytes): SegmentCipher {
  const key = createSecretKey(dataKey);
  const nextSegment = createTurns();
  return {
    segmentsAhead: 0,
    async encrypt(iv, plain) {
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const ciphertext = plainArray(cipher.update(plain));
      cipher.final();
      const tag = plainArray(cipher.getAuthTag());
      await nextSegment();
      return { parts: [ciphertext, tag], tag };
    },
  };
}

/** The same for opening: the `decipher` of `SegmentKeys`. */
export function nodeDecipher(dataKey: Bytes): NonNullable<SegmentKeys['decipher']> {
  const key = createSecretKey(dataKey);
  const nextSegment = createTurns();
  return async (sealed) => {
    const tagStart = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(tagStart));
    const plain = plainArray(decipher.update(sealed.subarray(IV_BYTES, tagStart)));
    // Throws if the tag is wrong: the content must not be used before.
    decipher.final();
    await nextSegment();
    return plain;
  };
}

function createTurns(): () => Promise<void> | undefined {
  let turn = 0;
  return () => {
    turn = (turn + 1) % SEGMENTS_PER_TURN;
    return turn === 0 ? setImmediate() : undefined;
  };
}

// `slice` of a Buffer is a view, but a copy for all other arrays.
const plainArray = ({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Bytes =>
  new Uint8Array(buffer, byteOffset, length);
