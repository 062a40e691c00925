import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, assert, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Service } from '../src/app/service.compose.ts';
import { createStatementReader } from '../src/infra/tokens/statements.util.ts';
import {
  keyPublicationMs,
  maxTokenLifetimeMs,
  signingKey,
} from '../src/infra/tokens/token-keys.repository.ts';
import { createOperatorCredential } from '../src/modules/accounts/administration/operators.usecases.ts';
import { deletePastSigningKeys } from '../src/modules/accounts/administration/signing-keys.usecases.ts';
import { checkExport } from '../src/modules/audit/export-check.usecases.ts';
import { openAccounts, password } from '../testing/accounts.ts';
import { linkAll } from '../testing/chain.ts';
import { eventually } from '../testing/eventually.ts';
import { type Node, openNode } from '../testing/node.ts';
import { TestDevice, type TestService } from '../testing/service.ts';

let near: TestService;
let far: Node;
let operator: string;

// Two nodes on one database. Each loads the signing keys separately.
beforeAll(async () => {
  near = await openAccounts();
  await near.listen();
  far = await openNode(near);
  operator = await createOperatorCredential(near.db);
});
beforeEach(() => eventually(() => assert(near.changes.isCurrent() && far.changes.isCurrent())));
afterAll(async () => {
  await far.close();
  await near.close();
});

const nodes = () => [near, far] as const;

async function ask(node: Service, call: string, token: string) {
  const [method, path] = call.split(' ');
  const { port } = new URL(node.publicUrl());
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? 'GET',
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

async function isGood(token: string): Promise<boolean[]> {
  const responses = await Promise.all(nodes().map((node) => ask(node, 'GET /api/v1/devices', token)));
  return responses.map(({ status }) => status === 200);
}

const published = async (node: Service): Promise<string[]> =>
  (await ask(node, 'GET /.well-known/jwks.json', '')).body.keys.map(({ kid }: { kid: string }) => kid);
const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const rotate = async (node: Service = near): Promise<string> =>
  (await ask(node, 'POST /api/v1/admin/signing-keys/actions/rotate', operator)).body.data.kid;
const withdraw = (kid: string) =>
  ask(near, `POST /api/v1/admin/signing-keys/${kid}/actions/withdraw`, operator);
const states = async (): Promise<Record<string, string>> => {
  const { body } = await ask(far, 'GET /api/v1/admin/signing-keys', operator);
  return Object.fromEntries(body.data.map(({ kid, state }: Record<string, string>) => [kid, state]));
};

async function refresh(token: string, device: TestDevice): Promise<string> {
  const path = '/api/v1/auth/refresh-token';
  const dpop = await device.prove({ path, now: near.time.now, token });
  const response = await near.ask(token, `POST ${path}`, undefined, { dpop });
  expect(response.statusCode).toBe(200);
  return response.json().token;
}

test('a rotation ends no session: the next key is published first, the former verifies until its last token ends', async () => {
  const device = new TestDevice();
  const { token } = await near.signIn('wang', password, device);
  const former = kidOf(token);

  const next = await rotate();
  expect(await rotate(far)).toBe(next);
  await eventually(async () => {
    expect(await published(far)).toEqual([next, former]);
    expect(await published(near)).toEqual([next, former]);
  });
  expect(kidOf((await near.signIn('li', password)).token)).toBe(former);
  expect(await states()).toEqual({ [next]: 'next', [former]: 'signing' });

  near.time.now += keyPublicationMs;
  const { token: signedByNext } = await near.signIn('li', password);
  expect(kidOf(signedByNext)).toBe(next);
  expect(await isGood(signedByNext)).toEqual([true, true]);
  expect(await isGood(token)).toEqual([true, true]);
  expect(await states()).toEqual({ [next]: 'signing', [former]: 'verifying' });

  near.time.now += maxTokenLifetimeMs - keyPublicationMs - 60_000;
  const refreshed = await refresh(token, device);
  expect(kidOf(refreshed)).toBe(next);
  expect(await isGood(refreshed)).toEqual([true, true]);
  expect(await published(far)).toEqual([next, former]);

  near.time.now += 3 * keyPublicationMs;
  expect(await isGood(refreshed)).toEqual([true, true]);
  expect(await published(far)).toEqual([next]);
  expect(await states()).toEqual({ [next]: 'signing', [former]: 'past' });
});

test('a repeated refresh returns the same successor after a rotation', async () => {
  const device = new TestDevice();
  const { token } = await near.signIn('wang', password, device);
  const successor = await refresh(token, device);
  await rotate();
  near.time.now += keyPublicationMs;
  expect(await refresh(token, device)).toBe(successor);
});

test('a token of a key that is new to a node is verified after reading the keys', async () => {
  // The trigger is disabled, so the notification of the database is lost.
  await sql`alter table token_keys disable trigger notify_token_keys`.execute(near.db);
  const next = await rotate();
  near.time.now += keyPublicationMs;
  // The rotating node must reload the keys too. A node waits a second between two reloads for unknown keys.
  await eventually(async () => {
    await near.accounts.tokens.verify('sealflow', unknownToken(next)).catch(() => {});
    expect(near.accounts.tokens.signingKid()).toBe(next);
  });
  const { token } = await near.signIn('li', password);
  expect(kidOf(token)).toBe(next);
  await eventually(async () => expect(await isGood(token)).toEqual([true, true]));
  await sql`alter table token_keys enable trigger notify_token_keys`.execute(near.db);
});

const unknownToken = (kid: string) =>
  [{ typ: 'JWT', alg: 'EdDSA', kid }, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
    .concat('.', Buffer.alloc(64).toString('base64url'));

test('a withdrawn key ends its sessions on every node at once, even cached ones, and no other session', async () => {
  const device = new TestDevice();
  const { token: old } = await near.signIn('wang', password, device);
  const leaked = kidOf(old);
  await rotate();
  near.time.now += keyPublicationMs;
  // The session has a token of the next key. An attacker can still sign for the session with the leaked key.
  const { token: currentToken } = await near.signIn('li', password, new TestDevice());
  const forged = await forgedBy(leaked, currentToken);
  const { token: lost } = await near.signIn('wang', password);
  const alsoLost = await forgedBy(leaked, lost);
  for (const token of [old, currentToken, forged, lost, alsoLost])
    expect(await isGood(token)).toEqual([true, true]);

  const { body } = await withdraw(leaked);
  expect(body.data.kid).toBe(kidOf(currentToken));
  await Promise.all(nodes().map((node) => node.changes.catchUp()));
  expect(await isGood(forged)).toEqual([false, false]);
  expect(await isGood(alsoLost)).toEqual([false, false]);
  expect(await isGood(old)).toEqual([false, false]);
  expect((await ask(far, 'GET /api/v1/devices', old)).body.code).toBe('login.token_expired');
  expect(await isGood(currentToken)).toEqual([true, true]);
  expect(await isGood(lost)).toEqual([true, true]);
  expect(await published(far)).not.toContain(leaked);
  const ended = await sql<{ end_reason: string }>`
    select end_reason from sessions where device_id = ${device.id}`.execute(near.db);
  expect(ended.rows).toEqual([{ end_reason: 'key_withdrawn' }]);
  const held = await sql`select kid from token_keys
    where kid = ${leaked} and wrapped_private_key is not null`.execute(near.db);
  expect(held.rows).toEqual([]);
  expect((await withdraw(leaked)).body.code).toBe('admin.signing_key_not_found');
});

/** A token that an attacker with the key forges for a known session. */
async function forgedBy(kid: string, token: string): Promise<string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return near.accounts.tokens.sign(
    'sealflow',
    {
      sub: claims.sub,
      jti: claims.jti,
      issuedAt: claims.iat * 1000,
      expireAt: claims.exp * 1000,
      more: { forged: randomUUID() },
    },
    kid,
  );
}

test('after the withdrawal of the signing key another one signs at once', async () => {
  const { token } = await near.signIn('wang', password);
  const { body } = await withdraw(kidOf(token));
  await Promise.all(nodes().map((node) => node.changes.catchUp()));
  expect(await isGood(token)).toEqual([false, false]);
  const again = await near.signIn('wang', password);
  expect(kidOf(again.token)).toBe(body.data.kid);
  expect(await isGood(again.token)).toEqual([true, true]);
});

test('after the withdrawal of the next key another one is next, and the signing key still verifies', async () => {
  const { token } = await near.signIn('wang', password);
  const leaked = await rotate();
  await withdraw(leaked);
  const found = await states();
  expect(found[leaked]).toBe('withdrawn');
  const [next] = Object.entries(found).find(([, state]) => state === 'next') ?? [];
  near.time.now += keyPublicationMs;
  await eventually(async () => expect(kidOf((await near.signIn('li', password)).token)).toBe(next));
  expect(await isGood(token)).toEqual([true, true]);
});

test('every chain verifies after key changes and is signed again after a withdrawal', async () => {
  const before = await exported();
  const keys = await ask(near, 'GET /.well-known/jwks.json', '');
  const { token } = await near.signIn('wang', password);
  await withdraw(kidOf(token));
  await linkAll(near.db);
  const after = await exported();
  const verified = await ask(near, 'POST /api/v1/tenants/t-one/audit/actions/verify', operator);
  expect(verified.body.data).toMatchObject({ brokenAt: null });

  const readerOfKeys = createStatementReader(keys.body.keys);
  expect(await checkExport(linesOf(before), readerOfKeys)).toMatchObject({ broken: null });
  const fresh = createStatementReader((await ask(near, 'GET /.well-known/jwks.json', '')).body.keys);
  const check = await checkExport(linesOf(after), fresh);
  expect(check).toMatchObject({ broken: null, signedUpTo: check.last });
  expect(after).toContain('deployment.signing_key_withdrawn');
});

async function exported(): Promise<string> {
  const response = await near.ask(operator, 'GET /api/v1/tenants/t-one/audit/export');
  return response.body;
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

test('the private part of a key is deleted once it verifies nothing any more', async () => {
  const { token } = await near.signIn('wang', password);
  await rotate();
  const hasPrivate = async () => {
    const { rows } = await sql`select kid from token_keys
      where kid = ${kidOf(token)} and wrapped_private_key is not null`.execute(near.db);
    return rows.length === 1;
  };
  await deletePastSigningKeys(near.db, near.time.now + maxTokenLifetimeMs);
  expect(await hasPrivate()).toBe(true);
  await deletePastSigningKeys(near.db, near.time.now + maxTokenLifetimeMs + 3 * keyPublicationMs);
  expect(await hasPrivate()).toBe(false);
});

test('no key signs before its time, and one key always signs', () => {
  const key = { publicJwk: {}, verifiesUntil: null, withdrawnAt: null };
  const { privateKey } = generateKeyPairSync('ed25519');
  const keys = [
    { ...key, kid: 'next', privateKey, signsFrom: 200 },
    { ...key, kid: 'current', privateKey, signsFrom: 100 },
    { ...key, kid: 'past', privateKey: null, signsFrom: 0 },
  ];
  expect(signingKey(keys, 150).kid).toBe('current');
  expect(signingKey(keys, 200).kid).toBe('next');
  expect(signingKey(keys, 50).kid).toBe('current');
});
