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

/** Wraps a data key to a P-256 public key by a new pair, as in `ec-wrapped`. */
export async function wrapByAgreement(options: {
  readonly dataKey: Bytes;
  /** P-256, of the party that will unwrap. */
  readonly publicKey: CryptoKey;
}): Promise<AgreementWrappedKey> {
  const pair = await generateEphemeralPair();
  return {
    wrappedKey: await wrapByPair({ ...options, privateKey: pair.privateKey }),
    ephemeralPublicKey: await exportPem(pair.publicKey),
  };
}

/**
 * Wraps a data key by a pair that the caller has generated for this recipient only.
 * @returns base64: IV, wrapped key, tag.
 */
export async function wrapByPair(options: {
  readonly dataKey: Bytes;
  /** P-256, of the pair. */
  readonly privateKey: CryptoKey;
  /** P-256, of the party that will unwrap. */
  readonly publicKey: CryptoKey;
  /** HKDF info; empty in OpenTDF. */
  readonly info?: string;
}): Promise<string> {
  const { dataKey, ...agreement } = options;
  const key = await deriveWrappingKey({ ...agreement, usages: ['encrypt'] });
  const iv = randomBytes(IV_BYTES);
  const wrapped = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, dataKey));
  return toBase64(concat([iv, wrapped]));
}
