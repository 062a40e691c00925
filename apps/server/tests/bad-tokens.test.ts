import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTokenKeys } from '../src/infra/tokens/token-keys.repository.ts';
import { openAccounts, password } from '../testing/accounts.ts';
import { TestDevice, type TestService } from '../testing/service.ts';
import { compact, forgeriesOf, type Header, invalidClaims } from './bad-tokens/forgeries.ts';

interface Vectors {
  vectors: readonly { tcId: number; comment: string; jws: string }[];
}

const fixture = join(import.meta.dirname, 'fixtures/wycheproof-jws.json');
const { vectors } = JSON.parse(readFileSync(fixture, 'utf8')) as Vectors;
const published = Object.fromEntries(
  vectors.map(({ tcId, comment, jws }) => [`Wycheproof ${tcId}, ${comment}`, jws]),
);

let service: TestService;
let device: TestDevice;
let account: string;
let signing: { kid: string; key: KeyObject };
let host: { server: Server; url: string; key: KeyObject; requests: string[] };

beforeAll(async () => {
  host = await startHost();
  service = await openAccounts({ TRUSTED_HOSTS: host.url });
  device = new TestDevice();
  account = (await service.signIn('li', password, device)).token;
  const [key] = (await openTokenKeys(service.db, service)).list();
  if (!key?.privateKey) throw new Error('the service signs by no key');
  signing = { kid: key.kid, key: key.privateKey };
});
afterAll(async () => {
  host.server.close();
  await service.close();
});

describe('account token', () => {
  const ask = (token: string) => service.ask(token, 'GET /api/v1/devices');

  test('is accepted as issued, and every forgery is rejected', async () => {
    expect((await ask(account)).statusCode).toBe(200);
    const publicKey = createPublicKey(signing.key);
    expect(
      await acceptedTokens(
        { ...published, ...forgeriesOf({ token: account, algorithm: 'EdDSA', publicKey }) },
        ask,
      ),
    ).toEqual([]);
  });

  test('is rejected if one of its claims is wrong', async () => {
    const { header, claims } = partsOf(account);
    expect((await ask(compact(header, claims, signing.key))).statusCode).toBe(200);
    expect(await acceptedTokens(invalidClaims({ header, claims }, signing.key), ask)).toEqual([]);
  });

  test('cannot be replaced by a signed statement of the service', async () => {
    const { claims } = partsOf(account);
    expect(await acceptedTokens({ statement: service.statements.sign('x+jwt', claims) }, ask)).toEqual([]);
  });
});

test('a file service token is accepted as issued, and every forgery is rejected', async () => {
  const { token } = (await service.ask(account, 'POST /api/v1/tenants/t-one/file-token')).json();
  const ask = (one: string) => service.ask(one, 'GET /api/v1/files/none/receipt');
  expect((await ask(token)).statusCode).toBe(404);
  const publicKey = createPublicKey(signing.key);
  const { header, claims } = partsOf(token);
  const stated = (change: Header) => compact(header, { ...claims, ...change }, signing.key);
  const forged = {
    ...published,
    ...forgeriesOf({ token, algorithm: 'EdDSA', publicKey }),
    ...invalidClaims({ header, claims }, signing.key),
    'without a session': stated({ sid: undefined }),
    'another session': stated({ sid: randomUUID() }),
    'another account': stated({ sub: 'wang' }),
  };
  expect(await acceptedTokens(forged, ask)).toEqual([]);
});

test('a token of a forwarding host is accepted as issued, and every forgery is rejected', async () => {
  const ask = (token: string) => service.ask(token, 'GET /api/v1/tenants/t-one/user-tasks');
  const now = Math.floor(service.time.now / 1000);
  const header = { alg: 'EdDSA', kid: 'host' };
  const claims = {
    iss: host.url,
    aud: service.publicUrl(),
    sub: 'at-the-host',
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
    tid: 't-one',
    fid: 'f-li',
    use: 'forwarded',
  };
  const stated = (change: Header) => compact(header, { ...claims, ...change }, host.key);
  const token = stated({});
  expect((await ask(token)).statusCode).toBe(200);
  const forged = {
    ...published,
    ...forgeriesOf({ token, algorithm: 'EdDSA', publicKey: createPublicKey(host.key) }),
    ...invalidClaims({ header, claims }, host.key),
    'for the file service': stated({ use: 'forwarded-files' }),
    'of too long a life': stated({ exp: now + 3600 }),
    'of a moment to come': stated({ iat: now + 3600, exp: now + 3660 }),
    'with a textual issue time': stated({ iat: String(now) }),
    'of another host': stated({ iss: 'https://elsewhere.example' }),
    'of the service itself': compact({ alg: 'EdDSA', kid: signing.kid }, claims, signing.key),
    'for a tenant that is a list': stated({ tid: ['t-one'] }),
    'for a person that is no text': stated({ fid: 1 }),
  };
  expect(await acceptedTokens(forged, ask)).toEqual([]);
  // The keys belong to the host. The service fetched keys from no other address.
  expect(new Set(host.requests)).toEqual(new Set(['/.well-known/jwks.json']));
});

test('a device proof signs in as issued, and every forgery is rejected', async () => {
  const prove = new TestDevice();
  const registration = await prove.register(service.time.now);
  const sent = { email: 'Li@Example.com', code: '000000' };
  // The service checks the proof before the code. A wrong code costs less time to check than a wrong password.
  const ask = (proof: string) =>
    service.ask(null, 'POST /api/v1/auth/token', { ...sent, device: { ...registration, proof } });
  const signIn = () =>
    service.ask(null, 'POST /api/v1/auth/token', { username: 'li', password, device: registration });
  const { header, claims } = partsOf(registration.proof);
  const key = prove.signing.privateKey;
  const now = Math.floor(service.time.now / 1000);
  const stated = (change: Header) => compact(header, { ...claims, jti: randomUUID(), ...change }, key);
  const headed = (change: Header) => compact({ ...header, ...change }, { ...claims, jti: randomUUID() }, key);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
  const forged = {
    ...published,
    ...forgeriesOf({ token: registration.proof, algorithm: 'ES256', publicKey: prove.signing.publicKey }),
    'of another type': headed({ typ: 'JWT' }),
    'of no type': headed({ typ: undefined }),
    'without its key': headed({ jwk: undefined }),
    'with the private key in it': headed({ jwk: key.export({ format: 'jwk' }) }),
    'with a symmetric key': headed({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }),
    'with an RSA key': headed({ jwk: rsa }),
    'with a point that is not on the curve': headed({
      jwk: { ...(header['jwk'] as object), x: 'A'.repeat(43) },
    }),
    'with the zero point': headed({
      jwk: { ...(header['jwk'] as object), x: 'A'.repeat(43), y: 'A'.repeat(43) },
    }),
    'with an unknown critical extension': headed({ crit: ['x'], x: 1 }),
    'by another method': stated({ htm: 'GET' }),
    'by a method in other letters': stated({ htm: 'post' }),
    'for another address': stated({ htu: 'http://localhost/api/v1/auth/refresh-token' }),
    'for another host': stated({ htu: 'http://elsewhere.example/api/v1/auth/token' }),
    'for an invalid address': stated({ htu: 'x' }),
    'issued an hour ago': stated({ iat: now - 3600 }),
    'issued an hour in the future': stated({ iat: now + 3600 }),
    'with a textual issue time': stated({ iat: String(now) }),
    'without an issue time': stated({ iat: undefined }),
    'with an out-of-range issue time': stated({ iat: 1e300 }),
    'without an id': stated({ jti: undefined }),
    'with an id that is too short': stated({ jti: 'x' }),
    'with an id that has a NUL': stated({ jti: 'aaaaaaaa\u0000b' }),
    'with a claim for another agreement key': stated({ agreement: 'x' }),
    'without a claim for an agreement key': stated({ agreement: undefined }),
  };
  expect(await acceptedTokens(forged, ask, ['login.device_proof_invalid', 'app.invalid_request'])).toEqual(
    [],
  );
  expect((await signIn()).statusCode).toBe(200);
  expect((await signIn()).json().code).toBe('login.device_proof_invalid');
});

test('a key request is read as issued, and every forgery is rejected', async () => {
  const ask = (signedRequestToken: string) =>
    service.ask(account, 'POST /otdf/t-one/kas/v2/rewrap', { signedRequestToken });
  const now = Math.floor(service.time.now / 1000);
  const requestBody = JSON.stringify({
    requests: [
      {
        keyAccessObjects: [{ keyAccessObjectId: 'k', keyAccessObject: {} }],
        policy: { id: 'p', body: 'e30=' },
      },
    ],
  });
  const header = { alg: 'ES256', typ: 'JWT' };
  const claims = {
    requestBody,
    digest: createHash('sha256').update(requestBody).digest('base64url'),
    iat: now,
    exp: now + 60,
    jti: randomUUID(),
  };
  const key = device.signing.privateKey;
  const stated = (change: Header) => compact(header, { ...claims, jti: randomUUID(), ...change }, key);
  const token = compact(header, claims, key);
  const forged = {
    ...published,
    ...forgeriesOf({ token, algorithm: 'ES256', publicKey: device.signing.publicKey }),
    'another body': stated({ requestBody: '{"requests":[]}' }),
    'a body that is no JSON': stated({ requestBody: '{' }),
    'a body that is an object': stated({ requestBody: {} }),
    'another digest': stated({ digest: 'x' }),
    'no digest': stated({ digest: undefined }),
    'of too long a life': stated({ exp: now + 3600 }),
    'issued an hour ago': stated({ iat: now - 3600, exp: now - 3540 }),
    'issued an hour in the future': stated({ iat: now + 3600, exp: now + 3660 }),
    'with a textual issue time': stated({ iat: 'x' }),
    'of an end that is text': stated({ exp: 'x' }),
    'of an end that is a list': stated({ exp: [now + 60] }),
    'without an id': stated({ jti: undefined }),
    'with an id that is an object': stated({ jti: { $ne: '' } }),
    'with an id that has a NUL': stated({ jti: 'a\u0000b' }),
    'with an id that is too long': stated({ jti: 'x'.repeat(3000) }),
  };
  expect(await acceptedTokens(forged, ask, ['InvalidArgument'])).toEqual([]);
  // Only a proof with a valid device signature consumes its ID. Among these tokens, only the genuine one has it.
  const responses = [await ask(token), await ask(token)].map((response) => String(response.json().message));
  expect(responses).toEqual([expect.not.stringMatching('request_replayed'), 'request_replayed']);
});

test('no bad token causes an internal error', () => {
  expect(service.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

/** Names of the tokens that the service does not reject as required. */
async function acceptedTokens(
  tokens: Readonly<Record<string, string>>,
  ask: (token: string) => Promise<LightMyRequestResponse>,
  codes: readonly string[] = ['login.signature_is_invalid', 'login.token_expired'],
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, token] of Object.entries(tokens)) {
    const response = await ask(token);
    const isRefused =
      response.statusCode >= 400 && response.statusCode < 500 && codes.includes(response.json().code);
    if (!isRefused) found.push(`${name}: ${response.statusCode} ${response.body.slice(0, 200)}`);
  }
  return found;
}

function partsOf(token: string): { header: Header; claims: Header } {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString() || '0') as Header);
  if (!header || !claims) throw new Error('no token');
  return { header, claims };
}

/** A trusted host that only publishes its key set. */
async function startHost(): Promise<typeof host> {
  const { publicKey, privateKey: key } = generateKeyPairSync('ed25519');
  const requests: string[] = [];
  const jwks = JSON.stringify({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'host', alg: 'EdDSA', use: 'sig' }],
  });
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(jwks);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url, key, requests };
}
