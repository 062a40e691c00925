import { deriveWrappingKey } from '../agreement.ts';
import { fromBase64 } from '../base64.ts';
import type { Bytes } from '../bytes.ts';
import { DATA_KEY_BYTES } from '../data-key.ts';
import { TdfError } from '../error.ts';
import type { KeyAccessMessage } from '../kas/wire.ts';
import { importEcPem } from '../pem.ts';

/**
 * Unwraps the data key, or a share, of a key access entry: `ec-wrapped` with a P-256 key, `wrapped` with RSA-OAEP.
 * @param privateKey from `importLicenceKey`, with the algorithm and generation of `kid`.
 * @returns 32 secret bytes. The caller must wipe them (`fill(0)`) after use.
 * @throws TdfError `tdf.key_unwrap_failed` if entry and key do not match; `tdf.unsupported` for another type.
 */
export async function unwrapDataKey(keyAccess: KeyAccessMessage, privateKey: CryptoKey): Promise<Bytes> {
  const { type, wrappedKey = '', ephemeralPublicKey = '' } = keyAccess;
  if (type !== 'ec-wrapped' && type !== 'wrapped') {
    throw new TdfError('tdf.unsupported', `unsupported key access type ${String(type)}`);
  }
  try {
    const wrapped = fromBase64(wrappedKey);
    const dataKey =
      type === 'wrapped'
        ? await crypto.subtle.decrypt('RSA-OAEP', privateKey, wrapped)
        : await unwrapByAgreement(wrapped, privateKey, ephemeralPublicKey);
    if (dataKey.byteLength === DATA_KEY_BYTES) return new Uint8Array(dataKey);
  } catch {
    // The same error for every cause: the difference would only help an attacker who tries keys.
  }
  throw new TdfError('tdf.key_unwrap_failed', 'the wrapped key cannot be unwrapped with this key');
}

async function unwrapByAgreement(wrapped: Bytes, privateKey: CryptoKey, pem: string): Promise<ArrayBuffer> {
  const key = await deriveWrappingKey({ privateKey, publicKey: await importEcPem(pem), usages: ['decrypt'] });
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: wrapped.subarray(0, 12) }, key, wrapped.subarray(12));
}
