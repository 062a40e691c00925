import { fromBase64, toBase64, toHex } from './base64.ts';
import type { Bytes } from './bytes.ts';
import { TdfError } from './error.ts';

/** SubjectPublicKeyInfo as PEM (RFC 7468), lines of 64 characters. */
export function toPem(spki: Uint8Array): string {
  const lines = toBase64(spki).match(/.{1,64}/g) ?? [];
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`;
}

/** Parses a PEM public key to DER. @throws TdfError `tdf.manifest_invalid` if the text is not PEM. */
export function fromPem(pem: string): Bytes {
  const match = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(pem);
  try {
    if (match?.[1]) return fromBase64(match[1].replaceAll(/\s/g, ''));
  } catch {
    // Falls through: invalid base64 is an invalid PEM.
  }
  throw new TdfError('tdf.manifest_invalid', 'not a PEM public key');
}

// DER prefix of a P-256 key before x and y: named curve, uncompressed point (RFC 5480).
const P256_DER_PREFIX = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';

/**
 * Imports a P-256 public key for key agreement. Engines accept more than DER with a named curve, Node even explicit
 * parameters that are wrong. So every other encoding is rejected before it reaches them.
 * @throws TdfError `tdf.manifest_invalid`.
 */
export async function importEcPem(pem: string): Promise<CryptoKey> {
  try {
    const spki = fromPem(pem);
    if (spki.length !== 91 || toHex(spki.subarray(0, 27)) !== P256_DER_PREFIX)
      throw new TypeError('not in DER');
    return await crypto.subtle.importKey('spki', spki, { name: 'ECDH', namedCurve: 'P-256' }, true, []);
  } catch (cause) {
    throw new TdfError('tdf.manifest_invalid', 'not a P-256 public key', { cause });
  }
}

/** The PEM of an extractable public key. */
export const exportPem = async (publicKey: CryptoKey): Promise<string> =>
  toPem(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)));
