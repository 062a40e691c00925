import { createPublicKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import { isCompactJws } from './compact-jws.util.ts';
import type { TokenKey } from './token-keys.repository.ts';

/** A JWS in compact serialization (RFC 7515), before the check of its signature. */
export interface UnverifiedJws {
  readonly header: Readonly<Record<string, unknown>>;
  /** The encoded header and payload, which the signature covers. */
  readonly input: string;
  readonly payload: string;
  readonly signature: Buffer;
}

/** Signs a payload with Ed25519 (RFC 8037). Equal arguments give the same text. */
export function signJws(header: object, payload: object, privateKey: KeyObject): string {
  const input = `${encodePart(header)}.${encodePart(payload)}`;
  return `${input}.${signatureOf(input, privateKey).toString('base64url')}`;
}

/** @returns undefined for a text that is no JWS in canonical compact serialization. */
export function parseJws(text: string): UnverifiedJws | undefined {
  if (!isCompactJws(text)) return undefined;
  const inputEnd = text.lastIndexOf('.');
  const input = text.slice(0, inputEnd);
  const [header = '', payload = ''] = input.split('.');
  return {
    header: decodePart(header),
    input,
    payload,
    signature: Buffer.from(text.slice(inputEnd + 1), 'base64url'),
  };
}

/** Creates the check whether a JWS has the signature of this key. */
export function createSignatureCheck({
  publicJwk,
  privateKey,
}: Pick<TokenKey, 'publicJwk' | 'privateKey'>): (jws: UnverifiedJws) => boolean {
  if (privateKey) {
    // Ed25519 is deterministic, and signing takes a third of the time of a verification. Nobody receives the computed
    // signature, and the comparison takes the same time wherever the bytes differ, so that a caller learns nothing about it.
    return ({ input, signature }) => {
      const expected = signatureOf(input, privateKey);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    };
  }
  const publicKey = createPublicKey({ key: publicJwk, format: 'jwk' });
  return ({ input, signature }) => verify(null, Buffer.from(input), publicKey, signature);
}

/** A public key on P-256 as a JSON Web Key (RFC 7518, section 6.2). */
export interface P256PublicKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** The bytes of r and s. */
const p1363SignatureBytes = 64;

/**
 * Whether a signature is ECDSA on P-256 with SHA-256 by this key (ES256, RFC 7518, section 3.4).
 * @throws Error if the key is no point of the curve.
 */
export function hasES256Signature(key: P256PublicKey, input: Buffer, signature: Buffer): boolean {
  const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' });
  return (
    signature.length === p1363SignatureBytes &&
    verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
  );
}

/** @returns an empty object for a part that contains no JSON object. */
export function decodePart(part: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

const signatureOf = (input: string, privateKey: KeyObject): Buffer =>
  sign(null, Buffer.from(input), privateKey);

const encodePart = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
