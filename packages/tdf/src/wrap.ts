import { agreeOnKey, ephemeralPair } from './agreement.ts';
import { toBase64 } from './base64.ts';
import { type Bytes, concat, randomBytes } from './bytes.ts';
import { IV_SIZE } from './manifest.ts';
import { pemOf } from './pem.ts';

export interface WrappedByAgreement {
  /** Base64: IV, wrapped key, tag. */
  readonly wrappedKey: string;
  /** PEM of the ephemeral public key. */
  readonly ephemeralPublicKey: string;
}

export interface Wrapping {
  readonly dataKey: Bytes;
  /** P-256, of the party that will unwrap. */
  readonly publicKey: CryptoKey;
  /** Default: a new pair. A pair must never be used for more than one recipient. */
  readonly pair?: CryptoKeyPair;
  /** HKDF info; empty in OpenTDF. */
  readonly info?: string;
}

/** Wraps a data key to a P-256 public key, as in `ec-wrapped`. */
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
