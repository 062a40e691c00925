import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type JsonWebKey,
  sign,
  verify,
  webcrypto,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { holds, mistakesIn, type Vector, verdictOf } from '../../../packages/tdf/tests/wycheproof.ts';
import { unwrapAtRest } from '../src/infra/master-key/index.ts';
import type { ObjectStore } from '../src/infra/objects/objects.port.ts';
import { thumbprintOf, verifyDeviceProof } from '../src/infra/tokens/device-proof.util.ts';
import { hasES256Signature, type P256PublicKey } from '../src/infra/tokens/jws-signature.util.ts';
import { isCorrectPassword } from '../src/modules/accounts/passwords/password-hash.util.ts';
import { isSignedBy } from '../src/modules/releases/bundle-key.util.ts';

/** A vector with the shared properties of its group. */
type Whole = Vector & Readonly<Record<string, string>> & { readonly group: Group };
interface Group {
  readonly tests: readonly (Vector & Readonly<Record<string, string>>)[];
  readonly keySize: number;
  readonly tagSize: number;
  readonly jwk: JsonWebKey;
  readonly keyPem: string;
}

const folder = join(import.meta.dirname, '../../../packages/tdf/vectors/wycheproof');

function vectorsOf(file: string): readonly Whole[] {
  const { testGroups } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { testGroups: Group[] };
  return testGroups.flatMap((group) => group.tests.map((one) => ({ ...one, group }) as Whole));
}

const hex = (digits = '') => Buffer.from(digits, 'hex');
const isText = (bytes: Buffer) => Buffer.from(bytes.toString()).equals(bytes);

test('AES-256-GCM opens a key at rest only if everything is valid, including its context', async () => {
  const ours = vectorsOf('aes_gcm_test.json').filter(
    ({ group, iv, aad }) => group.keySize === 256 && iv?.length === 24 && isText(hex(aad)),
  );
  const opened = ({ key, iv, ct, tag, aad, msg }: Whole) =>
    unwrapAtRest(hex(`${iv}${ct}${tag}`), hex(key), hex(aad).toString()).toString('hex') === msg;
  const judge = (one: Whole) => verdictOf(() => opened(one));
  // An empty secret is invalid: the function rejects an input of only IV and tag.
  const refuses = ({ ct }: Whole) => ct === '';
  expect(ours.length).toBeGreaterThan(30);
  expect(await mistakesIn(ours, { judge, refuses })).toEqual([]);
  expect(await mistakesIn(ours, { judge: () => 'right', refuses })).not.toEqual([]);
});

test('HKDF and HMAC with SHA-256 of Node compute the valid results', async () => {
  const derived = ({ ikm, salt, info, size, okm }: Whole) =>
    Buffer.from(hkdfSync('sha256', hex(ikm), hex(salt), hex(info), Number(size))).toString('hex') === okm;
  const keys = vectorsOf('hkdf_sha256_test.json');
  expect(await mistakesIn(keys, { judge: (one) => verdictOf(() => derived(one)) })).toEqual([]);

  const mac = ({ key, msg, tag = '' }: Whole) =>
    createHmac('sha256', hex(key)).update(hex(msg)).digest('hex').startsWith(tag);
  const macs = vectorsOf('hmac_sha256_test.json');
  expect(await mistakesIn(macs, { judge: (one) => holds(() => mac(one)) })).toEqual([]);
});

describe('Ed25519, which signs tokens and statements', () => {
  const vectors = vectorsOf('eddsa_test.json');
  const publicPart = ({ jwk: { crv, kty, x } }: Group) => ({ crv, kty, x }) as JsonWebKey;
  const byNode = ({ group, msg, sig }: Whole) => {
    const key = createPublicKey({ key: publicPart(group), format: 'jwk' });
    return verify(null, hex(msg), key, hex(sig));
  };
  const byWebCrypto = async ({ group, msg, sig }: Whole) => {
    const key = (await importJWK(publicPart(group) as never, 'EdDSA')) as webcrypto.CryptoKey;
    return webcrypto.subtle.verify('Ed25519', key, hex(sig), hex(msg));
  };

  test.each([
    ['Node', byNode],
    ['WebCrypto, as jose asks it', byWebCrypto],
  ])('by %s accepts exactly the valid signatures', async (_, isSigned) => {
    expect(vectors).toHaveLength(145);
    expect(await mistakesIn(vectors, { judge: (one) => holds(() => isSigned(one)) })).toEqual([]);
  });

  test('has vectors that detect a verification that always succeeds', async () => {
    expect(await mistakesIn(vectors, { judge: () => holds(() => true) })).toHaveLength(61);
  });
});

test('ECDSA P-256, by which devices sign, accepts exactly the valid signatures', async () => {
  const vectors = vectorsOf('ecdsa_secp256r1_sha256_p1363_test.json').filter(({ group }) => group.jwk);
  const isSigned = ({ group: { jwk }, msg, sig }: Whole) =>
    hasES256Signature(jwk as unknown as P256PublicKey, hex(msg), hex(sig));
  expect(vectors.length).toBeGreaterThan(150);
  expect(await mistakesIn(vectors, { judge: (one) => holds(() => isSigned(one)) })).toEqual([]);
  expect((await mistakesIn(vectors, { judge: () => holds(() => true) })).length).toBeGreaterThan(50);
});

test('a P-256 key off the curve has no signatures', () => {
  const [{ group, msg, sig }] = vectorsOf('ecdsa_secp256r1_sha256_p1363_test.json') as [Whole];
  const jwk = group.jwk as unknown as P256PublicKey;
  const offCurve = { ...jwk, y: `${jwk.y.startsWith('A') ? 'B' : 'A'}${jwk.y.slice(1)}` };
  expect(hasES256Signature(jwk, hex(msg), hex(sig))).toBe(true);
  expect(() => hasES256Signature(offCurve, hex(msg), hex(sig))).toThrow(/jwk|key|point/i);
});

describe.each([2048, 3072])('RSA PKCS #1 v1.5 with SHA-256 of %d bits, which signs bundles', (bits) => {
  const vectors = vectorsOf(`rsa_signature_${bits}_sha256_test.json`);
  const isSigned = ({ group, msg, sig }: Whole) => {
    const objects = { read: () => Promise.resolve(Readable.from([hex(msg)])) } as unknown as ObjectStore;
    const signature = hex(sig).toString('base64');
    return isSignedBy(createPublicKey(group.keyPem), { objects, objectKey: 'bundle', signature });
  };

  test('accepts exactly the valid signatures', async () => {
    // The signatures are valid, but no key should have so small an exponent. Both outcomes are acceptable.
    const taken = vectors.filter(({ flags }) => flags.includes('SmallPublicKey')).map(({ tcId }) => tcId);
    expect(vectors.length).toBeGreaterThan(238);
    expect(await mistakesIn(vectors, { judge: (one) => holds(() => isSigned(one)), taken })).toEqual([]);
  });

  test('has vectors that detect a verification that always succeeds', async () => {
    expect((await mistakesIn(vectors, { judge: () => 'right' })).length).toBeGreaterThan(229);
  });
});

// Vectors of the reference implementation, the first from its tests. The only vector of RFC 9106 has associated data,
// which password hashes do not use.
test.each([
  ['$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc', 'password'],
  [
    '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$VpBqv0DaOWxzDzaUkqbj3nb+5aiBIhvgK9H5nOzGusA',
    'Correct-horse-9',
  ],
  [
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHRzb21lc2FsdA$cVQ6COBtJNlYcdhvruODvlv7yYSOCkAiiIjP50E0Z6Y',
    '长城 password',
  ],
])('argon2id %s', async (encoded, password) => {
  expect(await isCorrectPassword(password, encoded)).toBe(true);
  expect(await isCorrectPassword(`${password} `, encoded)).toBe(false);
});

describe('JOSE', () => {
  test('verifies the ES256 of RFC 7515, A.3', async () => {
    const key = await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      },
      'ES256',
    );
    const input =
      'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
    const signature =
      'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q';
    const { payload } = await compactVerify(`${input}.${signature}`, key);
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ iss: 'joe' });
    await expect(compactVerify(`${input.slice(0, -1)}A.${signature}`, key)).rejects.toMatchObject({
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    });
  });

  test('verifies the Ed25519 of RFC 8037, A.4', async () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    const input = 'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc';
    const signature =
      'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg';
    const { payload } = await compactVerify(`${input}.${signature}`, await importJWK(jwk, 'EdDSA'));
    expect(Buffer.from(payload).toString()).toBe('Example of Ed25519 signing');
  });

  test('computes the thumbprints of RFC 7638 of P-256 keys as jose does, without further members', async () => {
    for (let count = 0; count < 20; count += 1) {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = { ...publicKey.export({ format: 'jwk' }), kid: String(count), use: 'sig' } as JWK;
      expect(thumbprintOf(jwk as unknown as P256PublicKey)).toBe(await calculateJwkThumbprint(jwk, 'sha256'));
    }
  });

  test('rejects a proof with an extension that has to be understood (RFC 7515, 4.1.11)', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
    const now = 1_800_000_000_000;
    const request = { method: 'POST', path: '/token', hosts: ['server.example.com'], now };
    const payload = {
      htm: 'POST',
      htu: 'https://server.example.com/token',
      iat: now / 1000,
      jti: 'one of these',
    };
    const prove = (more: object) => {
      const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y }, ...more };
      const input = [header, payload]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${input}.${signature.toString('base64url')}`;
    };
    expect(verifyDeviceProof(prove({}), request)).toMatchObject({ jti: 'one of these' });
    expect(verifyDeviceProof(prove({ crit: ['b64'], b64: false }), request)).toBe('wrong');
    expect(verifyDeviceProof(prove({ alg: 'none' }), request)).toBe('wrong');
  });

  test('accepts the proof of RFC 9449, 4.1, for its request and no other', () => {
    const proof = [
      'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19',
      'eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ',
      '2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg',
    ].join('.');
    const request = { method: 'POST', path: '/token', hosts: ['server.example.com'], now: 1_562_262_616_000 };
    expect(verifyDeviceProof(proof, request)).toMatchObject({
      thumbprint: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
      jti: '-BwC3ESc6acc2lTc',
    });
    for (const change of [{ method: 'GET' }, { path: '/other' }, { hosts: ['elsewhere.example'] }]) {
      expect(verifyDeviceProof(proof, { ...request, ...change })).toBe('wrong');
    }
    expect(verifyDeviceProof(proof, { ...request, now: request.now + 3_600_000 })).toBe('stale');
    const [, payload = '', signature = ''] = proof.split('.');
    expect(verifyDeviceProof(proof.replace(payload, payload.replace('NjE2', 'NjE3')), request)).toBe('wrong');
    expect(verifyDeviceProof(proof.replace(signature, signature.slice(0, -4)), request)).toBe('wrong');
  });
});
