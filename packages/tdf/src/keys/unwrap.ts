import { agreeOnKey } from '../agreement.ts';
import { fromBase64 } from '../base64.ts';
import type { Bytes } from '../bytes.ts';
import { DATA_KEY_SIZE } from '../data-key.ts';
import { TdfError } from '../error.ts';
import type { KeyAccessMessage } from '../kas/wire.ts';
import { importEcPem } from '../pem.ts';

/**
 * Unwraps the data key, or share, of a key access entry: `ec-wrapped` with a P-256 key, `wrapped` with RSA-OAEP.
 * @param privateKey from `importLicenceKey`, of the algorithm and generation that `kid` names.
 * @returns 32 secret bytes. The caller wipes them (`fill(0)`) when done.
 * @throws TdfError `tdf.key_unwrap_failed` where entry and key do not fit; `tdf.unsupported` for another type.
 */
export async function unwrapDataKey(keyAccess: KeyAccessMessage, privateKey: CryptoKey): Promise<Bytes> {
  const { type, wrappedKey = '', ephemeralPublicKey = '' } = keyAccess;
  if (type !== 'ec-wrapped' && type !== 'wrapped') {
    throw new TdfError('tdf.unsupported', `key access of type ${String(type)}`);
  }
  try {
    const wrapped = fromBase64(wrappedKey);
    const dataKey =
      type === 'wrapped'
        ? await crypto.subtle.decrypt('RSA-OAEP', privateKey, wrapped)
        : await unwrapByAgreement(wrapped, privateKey, ephemeralPublicKey);
    if (dataKey.byteLength === DATA_KEY_SIZE) return new Uint8Array(dataKey);
  } catch {
    // One answer for every cause: which of them it was would help only someone who tries keys.
  }
  throw new TdfError('tdf.key_unwrap_failed', 'the wrapped key does not open with this key');
}

async function unwrapByAgreement(wrapped: Bytes, privateKey: CryptoKey, pem: string): Promise<ArrayBuffer> {
  const key = await agreeOnKey({ privateKey, publicKey: await importEcPem(pem), usages: ['decrypt'] });
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: wrapped.subarray(0, 12) }, key, wrapped.subarray(12));
}
