import { expect, test } from 'vitest';
import { makeDevice } from '../tests/kit.ts';
import { toBase64Url } from './base64.ts';
import { utf8 } from './bytes.ts';
import { verifyRequestToken } from './keys/index.ts';

const now = 1_700_000_000_000;
const requestBody = '{"requests":[]}';

const good = async () => ({
  requestBody,
  digest: toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(requestBody)))),
  iat: now / 1000,
  exp: now / 1000 + 60,
  jti: 'once',
});

/** Payloads that a device could sign, each with its expected outcome. */
test.each([
  [{}, 'once'],
  [{ jti: 7 }, 'kas.request_token_invalid'],
  [{ jti: { toString: 'x' } }, 'kas.request_token_invalid'],
  [{ jti: '' }, 'kas.request_token_invalid'],
  [{ exp: { toString: 'x' } }, 'kas.refused.request_expired'],
  [{ exp: '1700000060' }, 'kas.refused.request_expired'],
  [{ iat: null }, 'kas.refused.request_expired'],
])('a token with %j', async (odd, expected) => {
  const { signing } = await makeDevice();
  const part = (value: object) => toBase64Url(utf8(JSON.stringify(value)));
  const text = `${part({ alg: 'ES256' })}.${part({ ...(await good()), ...odd })}`;
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(algorithm, signing.privateKey, utf8(text));
  const token = `${text}.${toBase64Url(new Uint8Array(signature))}`;
  const fate = await verifyRequestToken({ token, signingKey: signing.publicKey, now }).then(
    ({ jti }) => jti,
    (error: { code?: string }) => error.code,
  );
  expect(fate).toBe(expected);
});
