import { fromBase64Url } from '@sealflow/tdf/base64';
import { expect, it } from 'vitest';
import { exportPublicKey, signProof } from './dpop.util.ts';

const read = (part: string): unknown => JSON.parse(new TextDecoder().decode(fromBase64Url(part)));

async function pair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
}

it('signs a DPoP proof that its own key verifies', async () => {
  const signing = await pair();
  const proof = await signProof(signing, {
    method: 'POST',
    url: 'https://s/api',
    now: 1_700_000_000_500,
    token: 'abc',
  });
  const [header = '', claims = '', signature = ''] = proof.split('.');
  const jwk = await exportPublicKey(signing.publicKey);
  expect(read(header)).toEqual({ typ: 'dpop+jwt', alg: 'ES256', jwk });
  expect(read(claims)).toMatchObject({
    htm: 'POST',
    htu: 'https://s/api',
    iat: 1_700_000_000,
    // SHA-256 of `abc`, the first vector of FIPS 180.
    ath: 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0',
  });
  const signed = new TextEncoder().encode(`${header}.${claims}`);
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  expect(await crypto.subtle.verify(algorithm, signing.publicKey, fromBase64Url(signature), signed)).toBe(
    true,
  );
});

it('creates a different DPoP proof for each call', async () => {
  const signing = await pair();
  const request = { method: 'POST', url: 'https://s/api', now: 0 };
  const ids = await Promise.all(
    [1, 2].map(
      async () => (read((await signProof(signing, request)).split('.')[1] ?? '') as { jti: string }).jti,
    ),
  );
  expect(new Set(ids).size).toBe(2);
});
