import { md5, sha1 } from '@noble/hashes/legacy.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { dataViewOf } from '../format/data-view.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { areEqual, fitBytes, toUtf16, uint32Bytes } from './password-keys.rules.ts';

/** Returns the RC4 key of a numbered block of a stream. */
export type Rc4Keys = (block: number) => Uint8Array;

/** Creates a function that decrypts consecutive bytes in place. */
export function createRc4(key: Uint8Array): (bytes: Uint8Array) => void {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    const before = state[one] ?? 0;
    state[one] = state[other] ?? 0;
    state[other] = before;
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff;
    swap(at, other);
  }
  let [one, two] = [0, 0];
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      one = (one + 1) & 0xff;
      two = (two + (state[one] ?? 0)) & 0xff;
      swap(one, two);
      bytes[at] = (bytes[at] ?? 0) ^ (state[((state[one] ?? 0) + (state[two] ?? 0)) & 0xff] ?? 0);
    }
  };
}

/** Decrypts a stream into a copy. Each block has its own key. */
export function decryptBlocks(stream: Uint8Array, keys: Rc4Keys, blockBytes: number): Uint8Array {
  const result = stream.slice();
  for (let at = 0, block = 0; at < result.length; at += blockBytes, block += 1) {
    createRc4(keys(block))(result.subarray(at, at + blockBytes));
  }
  return result;
}

/**
 * Verifies a password against an encryption header of the binary formats ([MS-OFFCRYPTO] 2.3.5 and 2.3.6).
 * Null if the password is wrong.
 * @throws ViewerError `encryptionUnsupported` or `unreadable`
 */
export function rc4KeysOf(header: Uint8Array, password: string): Rc4Keys | null {
  if (header.length < 52) throw new ViewerError('unreadable');
  const view = dataViewOf(header);
  const [major, minor] = [view.getUint16(0, true), view.getUint16(2, true)];
  if (major === 1 && minor === 1) return basicKeysOf(header, password);
  if (minor === 2 && major >= 2 && major <= 4) return cryptoApiKeysOf(header, password);
  throw new ViewerError('encryptionUnsupported');
}

/** Office 97 and 2000: RC4 with 40 bits and MD5. */
function basicKeysOf(header: Uint8Array, password: string): Rc4Keys | null {
  const salt = header.subarray(4, 20);
  const [verifier, verifierHash] = [header.slice(20, 36), header.slice(36, 52)];
  const salted = concatBytes(md5(toUtf16(password)).subarray(0, 5), salt);
  const repeated = concatBytes(...Array.from({ length: 16 }, () => salted));
  const base = md5(repeated).subarray(0, 5);
  const keys: Rc4Keys = (block) => md5(concatBytes(base, uint32Bytes(block)));
  const decrypt = createRc4(keys(0));
  decrypt(verifier);
  decrypt(verifierHash);
  return areEqual(md5(verifier), verifierHash) ? keys : null;
}

const rc4Algorithm = 0x6801;

/** Office XP and later: RC4 with up to 128 bits and SHA-1. */
function cryptoApiKeysOf(header: Uint8Array, password: string): Rc4Keys | null {
  const view = dataViewOf(header);
  const verifierAt = 12 + view.getUint32(8, true);
  if (header.length < verifierAt + 60) throw new ViewerError('unreadable');
  const algorithm = view.getUint32(20, true);
  // Zero means 40 bits.
  const keyBytes = (view.getUint32(28, true) || 40) / 8;
  if ((algorithm !== rc4Algorithm && algorithm !== 0) || keyBytes < 5 || keyBytes > 16)
    throw new ViewerError('encryptionUnsupported');
  const part = (offset: number, length: number) =>
    header.slice(verifierAt + offset, verifierAt + offset + length);
  const base = sha1(concatBytes(part(4, 16), toUtf16(password)));
  const keys: Rc4Keys = (block) => {
    const key = sha1(concatBytes(base, uint32Bytes(block))).subarray(0, keyBytes);
    // A key of 40 bits is used as one of 128 bits.
    return keyBytes === 5 ? fitBytes(key, 16, 0) : key;
  };
  const [verifier, verifierHash] = [part(20, 16), part(40, 20)];
  const decrypt = createRc4(keys(0));
  decrypt(verifier);
  decrypt(verifierHash);
  return areEqual(sha1(verifier), verifierHash) ? keys : null;
}
