import { deriveWrappingKey } from '../agreement.ts';
import { fromBase64 } from '../base64.ts';
import type { Bytes } from '../bytes.ts';
import { importForOpening, joinShares, unwrapForOpening } from '../data-key.ts';
import { TdfError } from '../error.ts';
import type { KeyShare, PayloadKeys } from '../payload-keys.ts';
import { importEcPem } from '../pem.ts';
import type { LicensedKey, UseLicence } from './licence.ts';
import { parseTerms } from './terms.ts';

/**
 * Opens a use licence to the keys of its document, all non-extractable. The data key is unwrapped inside WebCrypto and
 * never in script memory. Only shares of a split key are, while they are joined.
 * @param agreementKey the private agreement key of the device: ECDH P-256, `deriveKey`, non-extractable.
 * @throws TdfError `kas.licence_invalid` if licence, terms and device do not match.
 */
export async function openLicence(licence: UseLicence, agreementKey: CryptoKey): Promise<PayloadKeys> {
  const { documentId } = parseTerms(licence.terms);
  try {
    const publicKey = await importEcPem(licence.sessionPublicKey);
    const unwrappingKey = await deriveWrappingKey({
      privateKey: agreementKey,
      publicKey,
      usages: ['unwrapKey', 'decrypt'],
      info: licence.terms,
    });
    const [single, ...more] = licence.keys;
    if (!single) throw new TypeError('the licence has no keys');
    if (more.length > 0) return { documentId, ...(await joinKeys(licence.keys, unwrappingKey)) };
    const keys = await unwrapForOpening(fromBase64(single.wrappedKey), unwrappingKey);
    return { documentId, ...keys, shares: [{ kid: single.kid, sid: single.sid, ...keys }] };
  } catch (cause) {
    throw new TdfError('kas.licence_invalid', 'the licence cannot be opened on this device', { cause });
  }
}

async function joinKeys(keys: readonly LicensedKey[], unwrappingKey: CryptoKey) {
  const shares = await Promise.all(keys.map(({ wrappedKey }) => decryptShare(wrappedKey, unwrappingKey)));
  const dataKey = joinShares(shares);
  const shareKeys = keys.map(async ({ kid, sid }, index): Promise<KeyShare> => {
    return { kid, sid, ...(await importForOpening(shares[index] ?? dataKey)) };
  });
  const result = { ...(await importForOpening(dataKey)), shares: await Promise.all(shareKeys) };
  for (const secret of [dataKey, ...shares]) secret.fill(0);
  return result;
}

async function decryptShare(wrappedKey: string, key: CryptoKey): Promise<Bytes> {
  const wrapped = fromBase64(wrappedKey);
  const algorithm = { name: 'AES-GCM', iv: wrapped.subarray(0, 12) };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, wrapped.subarray(12)));
}
