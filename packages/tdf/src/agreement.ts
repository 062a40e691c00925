import { utf8 } from './bytes.ts';

export interface KeyAgreement {
  /** Own key, P-256, with usage `deriveKey`. */
  readonly privateKey: CryptoKey;
  /** Key of the other party, P-256. */
  readonly publicKey: CryptoKey;
  readonly usages: readonly ('encrypt' | 'decrypt' | 'unwrapKey')[];
  /** HKDF info: empty in OpenTDF, the terms in our use licences. */
  readonly info?: string;
}

/**
 * Derives the wrapping key of `ec-wrapped` and of rewrap responses: ECDH P-256, HKDF-SHA256 (RFC 5869) salted with the
 * SHA-256 of `TDF`, AES-256-GCM. The shared secret passes from one CryptoKey to the next and is never in script memory.
 */
export async function deriveWrappingKey({
  privateKey,
  publicKey,
  usages,
  info = '',
}: KeyAgreement): Promise<CryptoKey> {
  const { subtle } = crypto;
  const secret = await subtle.deriveKey({ name: 'ECDH', public: publicKey }, privateKey, 'HKDF', false, [
    'deriveKey',
  ]);
  tdfSalt ??= subtle.digest('SHA-256', utf8('TDF'));
  return subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: await tdfSalt, info: utf8(info) },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    [...usages],
  );
}

/** Computed once, because the salt is the same for every key. */
let tdfSalt: Promise<ArrayBuffer> | undefined;

/** A new P-256 key pair for a single wrapping. */
export const generateEphemeralPair = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey']);
