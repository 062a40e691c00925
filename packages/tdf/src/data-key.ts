import { type Bytes, randomBytes } from './bytes.ts';
import type { SegmentKeys } from './payload-keys.ts';

export const DATA_KEY_BYTES = 32;

const AES = 'AES-GCM';
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

export const newDataKey = (): Bytes => randomBytes(DATA_KEY_BYTES);

/** Imports a data key for sealing: encryption and signing. */
export async function importForSealing(dataKey: Bytes): Promise<{ encrypt: CryptoKey; sign: CryptoKey }> {
  const [encrypt, sign] = await Promise.all([
    crypto.subtle.importKey('raw', dataKey, AES, false, ['encrypt']),
    crypto.subtle.importKey('raw', dataKey, HMAC, false, ['sign']),
  ]);
  return { encrypt, sign };
}

/** Imports a data key that is in script memory for opening: a share, or a key on the service's side. */
export async function importForOpening(dataKey: Bytes): Promise<SegmentKeys> {
  const [decrypt, verify] = await Promise.all([
    crypto.subtle.importKey('raw', dataKey, AES, false, ['decrypt']),
    crypto.subtle.importKey('raw', dataKey, HMAC, false, ['verify']),
  ]);
  return { decrypt, verify };
}

/**
 * Unwraps a data key (IV, ciphertext, tag) for opening, without exposing it to script memory.
 * @throws DOMException or TypeError if it cannot be decrypted, or has another length.
 */
export async function unwrapForOpening(wrapped: Bytes, unwrappingKey: CryptoKey): Promise<SegmentKeys> {
  const unwrap = { name: AES, iv: wrapped.subarray(0, 12) };
  const body = wrapped.subarray(12);
  const { subtle } = crypto;
  const [decrypt, verify] = await Promise.all([
    subtle.unwrapKey('raw', body, unwrappingKey, unwrap, AES, false, ['decrypt']),
    subtle.unwrapKey('raw', body, unwrappingKey, unwrap, HMAC, false, ['verify']),
  ]);
  if ((decrypt.algorithm as AesKeyAlgorithm).length !== DATA_KEY_BYTES * 8)
    throw new TypeError('the unwrapped key has the wrong length');
  return { decrypt, verify };
}

export const hmac = async (sign: CryptoKey, data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', sign, data));

/**
 * Joins the shares of a split key by XOR (encryptionInformation.type `split`).
 * @throws TypeError if a share has another length than a data key.
 */
export function joinShares(shares: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(DATA_KEY_BYTES);
  for (const share of shares) {
    if (share.length !== DATA_KEY_BYTES) throw new TypeError('a share has the wrong length');
    for (let i = 0; i < DATA_KEY_BYTES; i += 1) joined[i] = (joined[i] ?? 0) ^ (share[i] ?? 0);
  }
  return joined;
}
