import { type Bytes, randomBytes } from './bytes.ts';
import type { KeyPairOfUse } from './payload-keys.ts';

export const DATA_KEY_SIZE = 32;

const AES = 'AES-GCM';
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

export const newDataKey = (): Bytes => randomBytes(DATA_KEY_SIZE);

/** The two sealing uses of a data key. */
export async function importForSealing(dataKey: Bytes): Promise<{ encrypt: CryptoKey; sign: CryptoKey }> {
  const [encrypt, sign] = await Promise.all([
    crypto.subtle.importKey('raw', dataKey, AES, false, ['encrypt']),
    crypto.subtle.importKey('raw', dataKey, HMAC, false, ['sign']),
  ]);
  return { encrypt, sign };
}

/** The two opening uses of a data key that is in script memory: a share, or the service's own. */
export async function importForOpening(dataKey: Bytes): Promise<KeyPairOfUse> {
  const [decrypt, verify] = await Promise.all([
    crypto.subtle.importKey('raw', dataKey, AES, false, ['decrypt']),
    crypto.subtle.importKey('raw', dataKey, HMAC, false, ['verify']),
  ]);
  return { decrypt, verify };
}

/**
 * The two opening uses of a wrapped data key (IV, ciphertext, tag), without the key in script memory.
 * @throws DOMException or TypeError where it does not open, or to a key of another length.
 */
export async function unwrapForOpening(wrapped: Bytes, unwrappingKey: CryptoKey): Promise<KeyPairOfUse> {
  const unwrap = { name: AES, iv: wrapped.subarray(0, 12) };
  const body = wrapped.subarray(12);
  const { subtle } = crypto;
  const [decrypt, verify] = await Promise.all([
    subtle.unwrapKey('raw', body, unwrappingKey, unwrap, AES, false, ['decrypt']),
    subtle.unwrapKey('raw', body, unwrappingKey, unwrap, HMAC, false, ['verify']),
  ]);
  if ((decrypt.algorithm as AesKeyAlgorithm).length !== DATA_KEY_SIZE * 8) throw new TypeError('no data key');
  return { decrypt, verify };
}

export const hmac = async (sign: CryptoKey, data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', sign, data));

/**
 * XOR of the shares of a split key (encryptionInformation.type `split`).
 * @throws TypeError where one is not as long as a data key.
 */
export function joinShares(shares: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(DATA_KEY_SIZE);
  for (const share of shares) {
    if (share.length !== DATA_KEY_SIZE) throw new TypeError('no share of a data key');
    for (let i = 0; i < DATA_KEY_SIZE; i += 1) whole[i] = (whole[i] ?? 0) ^ (share[i] ?? 0);
  }
  return whole;
}
