import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import { randomBytes } from '../random.util.ts';
import { sealedTextPrefix } from './sealed-text.util.ts';

/** Encrypted bytes: nonce and ciphertext, base64. */
export type Sealed = { readonly iv: string; readonly data: string };

// The OWASP recommendation for PBKDF2 with SHA-256; WebCrypto has no slower function.
const iterations = 600_000;
const text = new TextEncoder();
const aes = { name: 'AES-GCM', length: 256 } as const;
const keyUsages: KeyUsage[] = ['encrypt', 'decrypt'];

/** Derives a key from a PIN and a salt. */
export async function derivePinKey(pin: string, salt: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', text.encode(pin), 'PBKDF2', false, ['deriveKey']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations };
  return crypto.subtle.deriveKey(algorithm, material, aes, false, keyUsages);
}

/** Derives a key from the device's secret. */
export async function deriveDeviceKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: text.encode('sealflow app lock'),
  };
  return crypto.subtle.deriveKey(algorithm, material, aes, false, keyUsages);
}

/** Imports the lock key; it is not extractable. */
export const importLockKey = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, aes, false, keyUsages);

export async function sealBytes(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = randomBytes(12);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes);
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) };
}

/** Null if the key is wrong. */
export async function openBytes(
  key: CryptoKey,
  { iv, data }: Sealed,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const algorithm = { name: 'AES-GCM', iv: fromBase64(iv) };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, fromBase64(data)));
  } catch {
    return null;
  }
}

export const sealText = async (key: CryptoKey, plain: string): Promise<string> =>
  sealedTextPrefix + JSON.stringify(await sealBytes(key, text.encode(plain)));

/** Null if the key is wrong. */
export async function openText(key: CryptoKey, stored: string): Promise<string | null> {
  const bytes = await openBytes(key, JSON.parse(stored.slice(sealedTextPrefix.length)) as Sealed);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
