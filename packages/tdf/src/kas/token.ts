import { toBase64Url } from '../base64.ts';
import { randomBytes, utf8 } from '../bytes.ts';
import {
  REQUEST_TOKEN_LIFETIME_SECONDS,
  type RequestTokenClaims,
  type UnsignedRewrapRequest,
} from './wire.ts';

const encodePart = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));

/**
 * Signs a rewrap request as a request token (JWS compact, ES256).
 * @param signingKey of the device, ECDSA P-256; may be non-extractable.
 * @param now milliseconds since 1970, by the service's clock if known.
 */
export async function signRequest(
  request: UnsignedRewrapRequest,
  signingKey: CryptoKey,
  now: number,
): Promise<string> {
  const requestBody = JSON.stringify(request);
  const digest = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(requestBody))));
  const iat = Math.floor(now / 1000);
  const claims: RequestTokenClaims = {
    requestBody,
    digest,
    iat,
    exp: iat + REQUEST_TOKEN_LIFETIME_SECONDS,
    jti: toBase64Url(randomBytes(16)),
  };
  const signed = `${encodePart({ alg: 'ES256', typ: 'JWT' })}.${encodePart(claims)}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signingKey, utf8(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}
