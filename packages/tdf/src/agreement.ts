import { utf8 } from './bytes.ts';

export interface Agreement {
  /** Ours, P-256, with the usage `deriveKey`. */
  readonly privateKey: CryptoKey;
  /** Theirs, P-256. */
  readonly publicKey: CryptoKey;
  readonly usages: readonly ('encrypt' | 'decrypt' | 'unwrapKey')[];
  /** HKDF info: empty in OpenTDF, the terms in our use licences. */
  readonly info?: string;
}

/**
 * The wrapping key of `ec-wrapped` and of rewrap answers: ECDH P-256, HKDF-SHA256 (RFC 5869) salted with the SHA-256 of
 * `TDF`, AES-256-GCM. The shared secret goes from one CryptoKey into the next and never through script memory.
 */
export async function agreeOnKey({
  privateKey,
  publicKey,
  usages,
  info = '',
}: Agreement): Promise<CryptoKey> {
  const { subtle } = crypto;
  const secret = await subtle.deriveKey({ name: 'ECDH', public: publicKey }, privateKey, 'HKDF', false, [
    'deriveKey',
  ]);
  const salt = await subtle.digest('SHA-256', utf8('TDF'));
  return subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    [...usages],
  );
}

/** A fresh P-256 pair for one wrapping. */
export const ephemeralPair = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey']);
