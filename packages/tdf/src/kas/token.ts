import { toBase64Url } from '../base64.ts';
import { randomBytes, utf8 } from '../bytes.ts';
import { REQUEST_TOKEN_LIFETIME, type RequestTokenClaims, type UnsignedRewrapRequest } from './wire.ts';

const part = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));

/**
 * A signed request token (JWS compact, ES256) around a rewrap request.
 * @param signingKey the device's, ECDSA P-256; non-extractable is fine.
 * @param now milliseconds since 1970, by the service's clock where it is known.
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
    exp: iat + REQUEST_TOKEN_LIFETIME,
    jti: toBase64Url(randomBytes(16)),
  };
  const signed = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signingKey, utf8(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}
