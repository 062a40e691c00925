import { deriveWrappingKey, generateEphemeralPair } from './agreement.ts';
import { toBase64 } from './base64.ts';
import { type Bytes, concat, randomBytes } from './bytes.ts';
import { IV_BYTES } from './manifest.ts';
import { exportPem } from './pem.ts';

export interface AgreementWrappedKey {
  /** Base64: IV, wrapped key, tag. */
  readonly wrappedKey: string;
  /** PEM of the ephemeral public key. */
  readonly ephemeralPublicKey: string;
}

export interface WrapOptions {
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
}: WrapOptions): Promise<AgreementWrappedKey> {
  const { privateKey, publicKey: ephemeral } = pair ?? (await generateEphemeralPair());
  const key = await deriveWrappingKey({ privateKey, publicKey, usages: ['encrypt'], info });
  const iv = randomBytes(IV_BYTES);
  const wrapped = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, dataKey));
  return { wrappedKey: toBase64(concat([iv, wrapped])), ephemeralPublicKey: await exportPem(ephemeral) };
}
