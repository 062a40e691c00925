import { fromBase64Url, toBase64Url } from '../base64.ts';
import { textOf, utf8 } from '../bytes.ts';
import { TdfError } from '../error.ts';
import {
  REQUEST_TOKEN_LIFETIME_SECONDS,
  type RequestTokenClaims,
  type UnsignedRewrapRequest,
} from '../kas/wire.ts';

// Tolerated difference between the clocks of device and service.
const CLOCK_LEEWAY_SECONDS = 5;

export interface RequestToken {
  readonly alg: string;
  readonly claims: RequestTokenClaims;
  /** `requestBody`, parsed but otherwise unchanged. */
  readonly request: UnsignedRewrapRequest;
}

/**
 * Parses a signed request token without verifying its signature. This is enough for third-party clients, whose signing
 * keys are not registered and whose only proof is the bearer token.
 * @throws TdfError `kas.request_token_invalid`.
 */
export function parseRequestToken(token: string): RequestToken {
  const [header = '', payload = ''] = token.split('.');
  try {
    const { alg } = decodePart(header) as { alg?: unknown };
    const claims = decodePart(payload) as unknown as RequestTokenClaims;
    const request: unknown = JSON.parse(claims.requestBody);
    if (typeof alg === 'string' && typeof request === 'object' && request !== null) {
      return { alg, claims, request };
    }
  } catch {
    // Falls through: the token is not readable, and how does not matter.
  }
  throw invalidToken('not a request token');
}

export interface VerifyRequestTokenOptions {
  readonly token: string;
  /** The registered signing key of the device: ECDSA P-256, `verify`. */
  readonly signingKey: CryptoKey;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Verifies a request token of a registered device: ES256 signature, lifetime of at most 60 s, digest of the body. The
 * caller must ensure that its `jti` is used only once until `exp`.
 * @throws TdfError `kas.request_token_invalid`; `kas.refused.request_expired`.
 */
export async function verifyRequestToken(
  options: VerifyRequestTokenOptions,
): Promise<RequestToken & { readonly jti: string }> {
  const { token, signingKey, now } = options;
  const parsed = parseRequestToken(token);
  const { iat, exp, jti, digest, requestBody } = parsed.claims;
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (
    more.length > 0 ||
    parsed.alg !== 'ES256' ||
    !(await isSignatureValid(signingKey, `${header}.${payload}`, signature))
  ) {
    throw invalidToken('the signature does not match the device key');
  }
  // The `jti` is compared as text: a value of another type could have several text forms.
  const isId = typeof jti === 'string' && jti !== '';
  if (!isId || digest !== (await digestOf(requestBody)))
    throw invalidToken('jti is missing, or the digest does not match');
  const seconds = now / 1000;
  const isLifetimeValid =
    Number.isFinite(iat) && Number.isFinite(exp) && exp - iat <= REQUEST_TOKEN_LIFETIME_SECONDS;
  if (!isLifetimeValid || iat > seconds + CLOCK_LEEWAY_SECONDS || exp < seconds - CLOCK_LEEWAY_SECONDS) {
    throw new TdfError('kas.refused.request_expired', 'the request token has expired or is not valid yet');
  }
  return { ...parsed, jti };
}

/** Imports the registered signing key of a device (P-256 JSON Web Key, RFC 7517). */
export const importSigningKey = ({ x, y }: { readonly x: string; readonly y: string }): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'jwk',
    { kty: 'EC', crv: 'P-256', x, y },
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['verify'],
  );

const invalidToken = (message: string) => new TdfError('kas.request_token_invalid', message);
const decodePart = (part: string): Record<string, unknown> =>
  JSON.parse(textOf(fromBase64Url(part))) as Record<string, unknown>;

const digestOf = async (text: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));

async function isSignatureValid(key: CryptoKey, data: string, signature: string): Promise<boolean> {
  try {
    const bytes = fromBase64Url(signature);
    // Only the canonical encoding is accepted: otherwise one token would have several valid texts.
    if (toBase64Url(bytes) !== signature) return false;
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes, utf8(data));
  } catch {
    return false;
  }
}
