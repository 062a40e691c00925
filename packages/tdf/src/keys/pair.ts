import { toHex } from '../base64.ts';
import type { Bytes } from '../bytes.ts';
import { TdfError } from '../error.ts';
import type { KasAlgorithm } from '../kas/wire.ts';
import { fromPem, importEcPem, toPem } from '../pem.ts';

const EC = { name: 'ECDH', namedCurve: 'P-256' } as const;
// OpenTDF uses RSA-OAEP with SHA-1. Collisions of SHA-1 are irrelevant for OAEP.
const RSA = { name: 'RSA-OAEP', hash: 'SHA-1' } as const;
// The object identifier rsaEncryption (RFC 8017) as encoded in a SubjectPublicKeyInfo.
const RSA_OID = '06092a864886f70d010101';

export interface LicenceKeyPair {
  /** To be stored wrapped only. */
  readonly pkcs8: Bytes;
  readonly publicKeyPem: string;
}

/** Generates the key pair of one generation of a licence key. */
export async function generateLicenceKeyPair(algorithm: KasAlgorithm): Promise<LicenceKeyPair> {
  const { subtle } = crypto;
  const pair =
    algorithm === 'ec:secp256r1'
      ? await subtle.generateKey(EC, true, ['deriveKey'])
      : await subtle.generateKey(
          { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
          true,
          ['encrypt', 'decrypt'],
        );
  return {
    pkcs8: new Uint8Array(await subtle.exportKey('pkcs8', pair.privateKey)),
    publicKeyPem: toPem(new Uint8Array(await subtle.exportKey('spki', pair.publicKey))),
  };
}

/** Imports the private part of a licence key for `unwrapDataKey`, non-extractable. */
export const importLicenceKey = (algorithm: KasAlgorithm, pkcs8: Bytes): Promise<CryptoKey> =>
  algorithm === 'ec:secp256r1'
    ? crypto.subtle.importKey('pkcs8', pkcs8, EC, false, ['deriveKey'])
    : crypto.subtle.importKey('pkcs8', pkcs8, RSA, false, ['decrypt']);

/**
 * Imports the public key of a client's request: P-256 (`ECDH`) or RSA of at least 2048 bits (`RSA-OAEP`).
 * @throws TdfError `tdf.manifest_invalid`, `tdf.unsupported`.
 */
export async function importClientKey(pem: string): Promise<CryptoKey> {
  const spki = fromPem(pem);
  if (!toHex(spki.subarray(0, 32)).includes(RSA_OID)) return importEcPem(pem);
  const key = await crypto.subtle.importKey('spki', spki, RSA, true, ['encrypt']).catch((cause: unknown) => {
    throw new TdfError('tdf.manifest_invalid', 'not an RSA public key', { cause });
  });
  if ((key.algorithm as RsaHashedKeyAlgorithm).modulusLength < 2048) {
    throw new TdfError('tdf.unsupported', 'RSA keys below 2048 bits are not supported');
  }
  return key;
}

/** Imports the registered agreement key of a device (P-256 JSON Web Key, RFC 7517). */
export const importAgreementKey = ({
  x,
  y,
}: {
  readonly x: string;
  readonly y: string;
}): Promise<CryptoKey> => crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, EC, true, []);
