import { TdfError } from '@sealflow/tdf/kas';
import type { Manifest } from '@sealflow/tdf/reader';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditRecord } from '../src/modules/audit/audit.usecases.ts';
import { flushRefusals } from '../src/modules/audit/refusals.usecases.ts';
import { createClassification } from '../src/modules/documents/classifications.usecases.ts';
import { deleteExpiredRequestTokens } from '../src/modules/keys/request-token.repository.ts';
import { readAudit } from './audit-trail.ts';
import { licenceFor, type OpenAsk } from './key-client.ts';
import { signInDevice, type TestDevice } from './key-device.ts';
import { post } from './key-http.ts';
import { type Sealed, sealFor } from './key-sealing.ts';
import { type KeyService, peopleOf, startKeyService } from './key-service.ts';

const tid = 't1';
const plain = new TextEncoder().encode('秘密');
const minute = 60_000;
let service: KeyService;
let owner: TestDevice;
let sealed: Sealed;

beforeAll(async () => {
  service = await startKeyService();
  await peopleOf(service, { tid, people: ['owner', 'leaver'] });
  await peopleOf(service, { tid: 't2', people: ['stranger'] });
  const { db } = service;
  await createClassification(db, { tid, id: 'internal', name: '内部', level: 1, isDefault: true });
  await createClassification(db, { tid, id: 'secret', name: '秘密', level: 2 });
  await createClassification(db, { tid, id: 'phones', name: '仅手机', level: 1, excludesBrowsers: true });
  await createClassification(db, { tid, id: 'strict', name: '严格', level: 1, noCapture: true });
  owner = await signInDevice(service, 'owner');
});
beforeEach(async () => {
  service.time.offset = 0;
  sealed = await sealFor(service, { tid, owner: 'owner', plain });
});
afterAll(() => service.close());

const ask = (changed: Partial<OpenAsk> = {}) =>
  licenceFor(service, { tid, device: owner, file: sealed.file, ...changed });

/** Returns the audit record of a refusal. Asserts that the client received the same reason. */
async function assertRefused(request: Promise<unknown>): Promise<AuditRecord | undefined> {
  const outcome = await request.then(
    () => 'granted',
    (error: unknown) => (error instanceof TdfError ? error.code : error),
  );
  const { records, brokenAt } = await readAudit(service.db, tid);
  const record = records.at(-1);
  expect(brokenAt).toBeNull();
  expect(record).toMatchObject({ act: 'rewrap', decision: 'refused' });
  expect(outcome).toBe(`kas.refused.${record?.reason}`);
  return record;
}

/** Asserts that an unauthenticated caller is rejected and that only the count is stored. */
async function assertCounted(asking: () => Promise<unknown>): Promise<unknown> {
  const numberNow = async () => {
    await flushRefusals(service.db);
    const { count } = await service.db
      .selectFrom('audit_refusals')
      .select((select) => select.fn.sum('count').as('count'))
      .where('chain', '=', tid)
      .where('reason', '=', 'signed_out')
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const { records } = await readAudit(service.db, tid);
  const before = await numberNow();
  const outcome = await asking().then(
    () => 'granted',
    (error: unknown) => (error instanceof TdfError ? error.code : error),
  );
  expect((await readAudit(service.db, tid)).records).toEqual(records);
  expect(await numberNow()).toBe(before + 1);
  return outcome;
}

describe('caller', () => {
  test('is rejected as a user of another tenant', async () => {
    const device = await signInDevice(service, 'stranger');
    expect(await assertRefused(ask({ device }))).toMatchObject({
      reason: 'tenant_access_denied',
      aid: 'stranger',
      deviceID: device.id,
    });
  });

  test('is rejected as a former member', async () => {
    const device = await signInDevice(service, 'leaver');
    await sql`update memberships set state = 'ended' where fid = 'leaver'`.execute(service.db);
    expect(await assertRefused(ask({ device }))).toMatchObject({
      reason: 'tenant_access_denied',
      aid: 'leaver',
    });
  });

  test('is rejected on a withdrawn device', async () => {
    const device = await signInDevice(service, 'owner');
    await fetch(`${service.url}/api/v1/devices/${device.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(await assertRefused(ask({ device }))).toMatchObject({
      reason: 'device_withdrawn',
      aid: 'owner',
      deviceID: device.id,
    });
    await expect(ask()).resolves.toMatchObject({ documentId: sealed.documentID });
  });

  test('is rejected with a wrong token or without one', async () => {
    const [header, payload] = owner.token.split('.');
    for (const token of ['nonsense', `${header}.${payload}.AAAA`, '']) {
      expect(await assertCounted(() => ask({ token }))).toBe('kas.refused.signed_out');
    }
  });

  test('is rejected with an expired token', async () => {
    const days = 31 * 24 * 60 * minute;
    service.time.offset = days;
    const late = () => ask({ now: () => Date.now() + days });
    expect(await assertCounted(late)).toBe('kas.refused.signed_out');
  });
});

describe('request', () => {
  const textOf = (init: RequestInit | undefined) => (typeof init?.body === 'string' ? init.body : '');
  const signedRequests: string[] = [];
  const keeping: typeof fetch = (url, init) => {
    signedRequests.push(textOf(init));
    return fetch(url, init);
  };
  const replacing =
    (body: (original: string) => string): typeof fetch =>
    (url, init) =>
      fetch(url, { ...init, body: body(textOf(init)) });

  test('is rejected if sent twice', async () => {
    await ask({ fetch: keeping });
    expect(await assertRefused(ask({ fetch: replacing(() => signedRequests.at(-1) ?? '') }))).toMatchObject({
      reason: 'request_replayed',
    });
  });

  test('is known as used until it has expired', async () => {
    const used = async () => {
      const rows = await service.db.selectFrom('request_tokens').select('expire_at').execute();
      return rows.map(({ expire_at }) => expire_at.getTime());
    };
    await ask();
    const end = Math.max(...(await used()));
    await deleteExpiredRequestTokens(service.db, new Date(end));
    expect(await used()).toContain(end);
    await deleteExpiredRequestTokens(service.db, new Date(end + 1));
    expect(await used()).toEqual([]);
  });

  test('is rejected without a request token, for every caller', async () => {
    const empty = replacing(() => '{}');
    expect(await assertRefused(ask({ fetch: empty }))).toMatchObject({
      reason: 'request_invalid',
      aid: 'owner',
    });
    const byNobody = () => ask({ fetch: empty, token: 'nonsense' });
    expect(await assertCounted(byNobody)).toBe('kas.refused.signed_out');
  });

  test('is rejected if it names a key that no database can store', async () => {
    const alter = (manifest: Manifest): Manifest => {
      const { encryptionInformation } = manifest;
      const keyAccess = encryptionInformation.keyAccess.map((entry) => ({ ...entry, kid: `${entry.kid}\0` }));
      return { ...manifest, encryptionInformation: { ...encryptionInformation, keyAccess } };
    };
    expect(await assertRefused(ask({ alter }))).toMatchObject({ reason: 'request_invalid', aid: 'owner' });
  });

  test('is rejected with an altered body', async () => {
    const altered = (body: string) => {
      const { signedRequestToken } = JSON.parse(body) as { signedRequestToken: string };
      const [header, payload = '', signature] = signedRequestToken.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { requestBody: string };
      claims.requestBody = claims.requestBody.replace('kao-0', 'kao-1');
      const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return JSON.stringify({ signedRequestToken: `${header}.${forged}.${signature}` });
    };
    expect(await assertRefused(ask({ fetch: replacing(altered) }))).toMatchObject({
      reason: 'request_invalid',
    });
  });

  test('is rejected if signed by the key of another device', async () => {
    const { signingKey } = await signInDevice(service, 'owner');
    expect(await assertRefused(ask({ signingKey }))).toMatchObject({
      reason: 'request_invalid',
      deviceID: owner.id,
    });
  });

  test('is rejected from another time', async () => {
    expect(await assertRefused(ask({ now: () => Date.now() - 2 * minute }))).toMatchObject({
      reason: 'request_expired',
    });
    expect(await assertRefused(ask({ now: () => Date.now() + 2 * minute }))).toMatchObject({
      reason: 'request_expired',
    });
  });

  test('is rejected if malformed', async () => {
    const nonsense = replacing(() => JSON.stringify({ signedRequestToken: 'a.b.c' }));
    expect(await assertRefused(ask({ fetch: nonsense }))).toMatchObject({ reason: 'request_invalid' });
  });
});

describe('document', () => {
  type KeyAccess = Manifest['encryptionInformation']['keyAccess'][number];
  const withEntry =
    (change: Partial<KeyAccess>) =>
    (manifest: Manifest): Manifest => {
      const { encryptionInformation } = manifest;
      const keyAccess = encryptionInformation.keyAccess.map((entry) => Object.assign({ ...entry }, change));
      return { ...manifest, encryptionInformation: { ...encryptionInformation, keyAccess } };
    };
  const about = () => ({ documentID: sealed.documentID, fid: 'owner' });

  test('is rejected if withdrawn', async () => {
    const path = `/api/v1/tenants/${tid}/documents/${sealed.documentID}/actions/withdraw`;
    await post(service.url + path, {}, service.operator);
    expect(await assertRefused(ask())).toMatchObject({ reason: 'document_withdrawn', ...about() });
  });

  test('is rejected if its classification is above the clearance of the person', async () => {
    sealed = await sealFor(service, { tid, owner: 'owner', plain, classification: 'secret' });
    expect(await assertRefused(ask())).toMatchObject({ reason: 'not_cleared', ...about() });
  });

  test('is rejected if its classification excludes browsers', async () => {
    sealed = await sealFor(service, { tid, owner: 'owner', plain, classification: 'phones' });
    const browser = await signInDevice(service, 'owner', { platform: 'web' });
    expect(await assertRefused(ask({ device: browser }))).toMatchObject({
      reason: 'client_not_allowed',
      ...about(),
    });
    await expect(ask()).resolves.toMatchObject({ documentId: sealed.documentID });
  });

  test('is rejected for an obligation that the client cannot fulfil, which the refusal names', async () => {
    sealed = await sealFor(service, { tid, owner: 'owner', plain, classification: 'strict' });
    const fulfillable = ['https://sealflow/obl/display/value/watermark'];
    const request = ask({ fulfillable });
    await expect(request).rejects.toMatchObject({
      obligations: ['https://sealflow/obl/screen/value/no-capture'],
    });
    expect(await assertRefused(request)).toMatchObject({ reason: 'obligation_unfulfilled', ...about() });
  });

  test('is rejected with an altered policy', async () => {
    const alter = (manifest: Manifest): Manifest => {
      const policy = JSON.parse(Buffer.from(manifest.encryptionInformation.policy, 'base64').toString()) as {
        body: { dissem: string[] };
      };
      policy.body.dissem.push('owner');
      const altered = Buffer.from(JSON.stringify(policy)).toString('base64');
      return { ...manifest, encryptionInformation: { ...manifest.encryptionInformation, policy: altered } };
    };
    expect(await assertRefused(ask({ alter }))).toMatchObject({
      reason: 'policy_binding_mismatch',
      ...about(),
    });
  });

  test('is rejected with an altered wrapped key', async () => {
    const wrappedKey = Buffer.alloc(60, 7).toString('base64');
    expect(await assertRefused(ask({ alter: withEntry({ wrappedKey }) }))).toMatchObject({
      reason: 'request_invalid',
      ...about(),
    });
  });

  test('is rejected if wrapped by an unknown key or a key of another tenant', async () => {
    const { kid } = await service.keys.wrappingKey('t2', 'ec:secp256r1');
    for (const foreign of ['nobody.ec:secp256r1.1', kid]) {
      expect(await assertRefused(ask({ alter: withEntry({ kid: foreign }) }))).toMatchObject({
        reason: 'key_unknown',
        kid: null,
      });
    }
  });

  test('is rejected if wrapped by a withdrawn key', async () => {
    await sql`update licence_keys set withdrawn_at = now() where tid = ${tid}`.execute(service.db);
    expect(await assertRefused(ask())).toMatchObject({ reason: 'key_withdrawn', ...about() });
    await sql`update licence_keys set withdrawn_at = null where tid = ${tid}`.execute(service.db);
  });
});

describe('audit record', () => {
  test('can only be added', async () => {
    for (const change of [
      sql`update audit_records set reason = 'none'`,
      sql`delete from audit_records`,
      sql`truncate audit_records`,
    ]) {
      await expect(change.execute(service.db)).rejects.toThrow('audit records are only added');
    }
  });

  test('reveals a change that was made nevertheless', async () => {
    await sql`alter table audit_records disable trigger all`.execute(service.db);
    await sql`
      update audit_records set document_id = 'other' from audit_links
      where record = id and chain = ${tid} and sequence = 3
    `.execute(service.db);
    expect((await readAudit(service.db, tid)).brokenAt).toBe(3);
  });
});

test('malformed protobuf or JSON is a request error with a message of the service', async () => {
  const url = `${service.url}/otdf/${tid}/kas.AccessService/Rewrap`;
  const send = async (type: string, body: BodyInit) => {
    const headers = { 'content-type': type };
    const response = await fetch(url, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  const assertRefused = [400, { code: 'invalid_argument', message: 'request_invalid' }];
  expect(await send('application/proto', new Uint8Array(6).fill(255))).toEqual(assertRefused);
  expect(await send('application/proto', new Uint8Array([10, 200]))).toEqual(assertRefused);
  expect((await send('application/json', '{'))[0]).toBe(400);
  expect((await send('application/json', '{"signedRequestToken":"\\ud800"}'))[0]).toBeLessThan(500);
});
