import { agreeOnKey, ephemeralPair } from './agreement.ts';
import { toBase64 } from './base64.ts';
import { type Bytes, concat, randomBytes } from './bytes.ts';
import { IV_SIZE } from './manifest.ts';
import { pemOf } from './pem.ts';

export interface WrappedByAgreement {
  /** Base64: IV, wrapped key, tag. */
  readonly wrappedKey: string;
  /** PEM of the fresh key that wrapped. */
  readonly ephemeralPublicKey: string;
}

export interface Wrapping {
  readonly dataKey: Bytes;
  /** P-256, of whoever shall unwrap. */
  readonly publicKey: CryptoKey;
  /** A fresh one where absent; never one that has wrapped for another party. */
  readonly pair?: CryptoKeyPair;
  /** HKDF info; none in OpenTDF. */
  readonly info?: string;
}

/** Wraps a data key to a P-256 public key: the inverse of `ec-wrapped`. */
export async function wrapByAgreement({
  dataKey,
  publicKey,
  pair,
  info = '',
}: Wrapping): Promise<WrappedByAgreement> {
  const { privateKey, publicKey: ephemeral } = pair ?? (await ephemeralPair());
  const key = await agreeOnKey({ privateKey, publicKey, usages: ['encrypt'], info });
  const iv = randomBytes(IV_SIZE);
  const wrapped = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, dataKey));
  return { wrappedKey: toBase64(concat([iv, wrapped])), ephemeralPublicKey: await pemOf(ephemeral) };
}
