import { createCipheriv, createSecretKey } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Bytes } from '../bytes.ts';
import type { SegmentCipher } from './cipher.ts';

/** Other work of the process waits at most for these. They take about a millisecond. */
const SEGMENTS_PER_TURN = 8;

/**
 * AES-256-GCM by `node:crypto`, for the option `cipher` of `seal`. Node's WebCrypto copies each segment to another
 * thread and wipes the copies. That costs the calling thread more time than encrypting the segment itself.
 */
export function nodeCipher(dataKey: Bytes): SegmentCipher {
  const key = createSecretKey(dataKey);
  let turn = 0;
  return {
    segmentsAhead: 0,
    async encrypt(iv, plain) {
      turn = (turn + 1) % SEGMENTS_PER_TURN;
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const ciphertext = plainArray(cipher.update(plain));
      cipher.final();
      const tag = plainArray(cipher.getAuthTag());
      if (turn === 0) await setImmediate();
      return { parts: [ciphertext, tag], tag };
    },
  };
}

// `slice` of a Buffer is a view, but a copy for all other arrays.
const plainArray = ({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Bytes =>
  new Uint8Array(buffer, byteOffset, length);
