import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { ViewerError } from '../viewer/viewer.types.ts';

export type HashFunction = typeof sha1 | typeof sha512;

const hashFunctions: Readonly<Record<string, HashFunction>> = {
  MD5: md5,
  'RIPEMD-160': ripemd160,
  SHA1: sha1,
  'SHA-1': sha1,
  SHA256: sha256,
  'SHA-256': sha256,
  SHA384: sha384,
  'SHA-384': sha384,
  SHA512: sha512,
  'SHA-512': sha512,
};

/** @throws ViewerError `encryptionUnsupported` */
export function hashFunctionOf(name: string | undefined): HashFunction {
  const hash = name === undefined ? undefined : hashFunctions[name];
  if (!hash) throw new ViewerError('encryptionUnsupported');
  return hash;
}

/** The highest number of iterations that [MS-OFFCRYPTO] allows. */
const maxSpinCount = 10_000_000;

export function toUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), true);
  return bytes;
}

export function uint32Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** Truncates bytes, or pads them, to a length. */
export function fitBytes(bytes: Uint8Array, length: number, padding = 0x36): Uint8Array {
  const fitted = new Uint8Array(length).fill(padding);
  fitted.set(bytes.subarray(0, length));
  return fitted;
}

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** @throws ViewerError `unreadable` */
export function base64Bytes(text: string | undefined): Uint8Array {
  try {
    return Uint8Array.from(atob(text ?? ''), (character) => character.charCodeAt(0));
  } catch {
    throw new ViewerError('unreadable');
  }
}

type Spin = {
  readonly hash: HashFunction;
  readonly salt: Uint8Array;
  readonly password: string;
  readonly count: number;
};

/**
 * Hashes salt and password, and then the counter and the previous hash, `count` times.
 * @throws ViewerError `unreadable`
 */
export function spinPassword({ hash, salt, password, count }: Spin): Uint8Array {
  if (!Number.isInteger(count) || count < 0 || count > maxSpinCount) throw new ViewerError('unreadable');
  const input = new Uint8Array(4 + hash.outputLen);
  const counter = new DataView(input.buffer);
  input.set(hash(concatBytes(salt, toUtf16(password))), 4);
  for (let round = 0; round < count; round += 1) {
    counter.setUint32(0, round, true);
    input.set(hash(input), 4);
  }
  return input.slice(4);
}
