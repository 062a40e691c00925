import { randomUUID } from 'node:crypto';
import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import { seal } from '@sealflow/tdf/writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { openAs } from '../../../tests/key-client.ts';
import { signInDevice } from '../../../tests/key-device.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../tenants/tenants.usecases.ts';
import { createClassification, setClearance } from './classifications.usecases.ts';
import type { SealingContext } from './sealing.usecases.ts';

const tid = 'werk';
const password = 'Correct-horse-9';
const path = `/api/v1/tenants/${tid}/user-documents`;
const people = ['ann', 'bob', 'cai'] as const;
type Name = (typeof people)[number];

let service: TestService;
let url: string;
const tokens = new Map<Name, string>();

beforeAll(async () => {
  service = await openTestService();
  const { db } = service;
  await createTenant(db, { tid, name: '工厂', serviceVersion: 'eds-pro_16.2' });
  for (const name of people) {
    await createAccount(db, { aid: `a-${name}`, username: name, password });
    await addMember(db, { tid, fid: name, aid: `a-${name}`, name, roles: ['users'] });
  }
  await createClassification(db, { tid, id: 'open', name: '公开', level: 0, isDefault: true });
  await createClassification(db, { tid, id: 'inner', name: '内部', level: 1, leaseSeconds: 3600 });
  await createClassification(db, { tid, id: 'secret', name: '秘密', level: 5, noDownload: true });
  for (const fid of ['ann', 'bob']) await setClearance(db, { tid, fid, level: 1 });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  url = service.publicUrl();
  for (const name of people) tokens.set(name, (await service.signIn(name, password)).token);
});
afterAll(() => service.close());

const ask = async (name: Name, call: string, body?: object) => {
  const response = await service.ask(tokens.get(name) ?? '', call, body);
  return { status: response.statusCode, body: response.json() };
};

interface Begun extends SealingContext {
  documentID: string;
  ticket: string;
}

async function begin(name: Name, classificationID = 'inner'): Promise<Begun> {
  const { status, body } = await ask(name, `POST ${path}/actions/begin`, { classificationID });
  expect(status).toBe(200);
  return body.data as Begun;
}

async function sealed(begun: Begun, text = '只给你看') {
  const { stream, summary } = seal({
    kas: { url: keyAccessUrlOf(begun.platformUrl), kid: begun.kid, publicKeyPem: begun.publicKeyPem },
    policy: {
      uuid: begun.documentID,
      namespace: begun.namespace,
      owner: begun.ownerOID,
      org: begun.orgID,
      classification: begun.classificationID,
    },
    mimeType: 'text/plain',
    name: '说明.txt',
    content: new TextEncoder().encode(text),
  });
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const { manifestSha256, plainSize: size } = await summary;
  return { file: Buffer.concat(parts), facts: { size, mimeType: 'text/plain', manifestSha256 } };
}

async function open(name: Name, file: Uint8Array): Promise<string> {
  // Devices date their proofs by the system clock.
  service.time.now = Date.now();
  const device = await signInDevice({ url }, name, { secret: password });
  return new TextDecoder().decode(await openAs({ url }, { tid, device, file }));
}

const register = (name: Name, body: object) => ask(name, `POST ${path}`, body);

test('offers the classifications that the member may read, with their obligations', async () => {
  const { body } = await ask('ann', `GET ${path}/classifications`);
  expect(body.total).toBe(2);
  expect(body.data).toEqual([
    expect.objectContaining({ id: 'open', isDefault: true, watermark: true, leaseSeconds: null }),
    expect.objectContaining({ id: 'inner', isDefault: false, leaseSeconds: 3600 }),
  ]);
  const { body: least } = await ask('cai', `GET ${path}/classifications`);
  expect(least.data.map(({ id }: { id: string }) => id)).toEqual(['open']);
  const above = await ask('cai', `POST ${path}/actions/begin`, { classificationID: 'inner' });
  expect(above.body.code).toBe('key.classification_not_found');
});

test('a document sealed by a member opens only for the member and the recipients', async () => {
  const begun = await begin('ann');
  const { file, facts } = await sealed(begun);
  await expect(open('bob', file)).rejects.toMatchObject({ code: 'kas.refused.no_grant' });
  const body = { ticket: begun.ticket, recipients: ['bob', 'ann', 'bob'], ...facts };
  const { status, body: registered } = await register('ann', body);
  expect([status, registered.data]).toEqual([
    200,
    { documentID: begun.documentID, sealedBy: 'ann', createAt: expect.any(Number) as number },
  ]);
  expect(await open('ann', file)).toBe('只给你看');
  expect(await open('bob', file)).toBe('只给你看');
  // The person has no sufficient clearance and is not a recipient.
  await expect(open('cai', file)).rejects.toMatchObject({ code: 'kas.refused.not_cleared' });

  // A retry after a lost response has the same result. Another file is another document.
  expect((await register('ann', body)).body).toEqual(registered);
  const other = await sealed(begun, '别的内容');
  expect((await register('ann', { ...body, ...other.facts })).body.code).toBe('key.document_exists');
  const acts = await service.db
    .selectFrom('readable_audit_records')
    .select(['act', 'fid', 'subject'])
    .where('document_id', '=', begun.documentID)
    .where('act', 'in', ['register', 'grant'])
    .execute();
  expect(acts).toEqual([
    { act: 'register', fid: 'ann', subject: null },
    { act: 'grant', fid: 'ann', subject: 'bob' },
  ]);
});

describe('ticket', () => {
  const facts = { size: 1, mimeType: 'text/plain', manifestSha256: 'ab'.repeat(32), recipients: [] };

  test('is valid only for its member and for a day, and cannot be forged', async () => {
    const { ticket } = await begin('ann');
    const refused = { status: 400, body: expect.objectContaining({ code: 'key.request_invalid' }) as object };
    expect(await register('bob', { ticket, ...facts })).toEqual(refused);
    expect(await register('ann', { ticket: `${ticket.slice(0, -4)}AAAA`, ...facts })).toEqual(refused);
    // A session token has the same signing key but another purpose.
    expect(await register('ann', { ticket: tokens.get('ann'), ...facts })).toEqual(refused);
    service.time.now += 25 * 3_600_000;
    tokens.set('ann', (await service.signIn('ann', password)).token);
    expect(await register('ann', { ticket, ...facts })).toEqual(refused);
  });

  test('registers nothing for recipients who do not exist', async () => {
    const { ticket, documentID } = await begin('ann');
    const response = await register('ann', { ticket, ...facts, recipients: ['bob', 'nobody'] });
    expect(response.body.code).toBe('login.user_not_found');
    const rows = await service.db
      .selectFrom('documents')
      .select('document_id')
      .where('document_id', '=', documentID)
      .execute();
    expect(rows).toEqual([]);
  });

  test('registers nothing under a deleted classification or one above the clearance of its holder', async () => {
    const { db } = service;
    await createClassification(db, { tid, id: 'brief', name: '临时', level: 0 });
    const gone = await begin('ann', 'brief');
    await db.deleteFrom('classifications').where('id', '=', 'brief').execute();
    const refused = { status: 404, body: expect.objectContaining({ code: 'key.classification_not_found' }) };
    expect(await register('ann', { ticket: gone.ticket, ...facts })).toEqual(refused);
    const risen = await begin('ann');
    await setClearance(db, { tid, fid: 'ann', level: 0 });
    expect(await register('ann', { ticket: risen.ticket, ...facts })).toEqual(refused);
    await setClearance(db, { tid, fid: 'ann', level: 1 });
    expect((await register('ann', { ticket: risen.ticket, ...facts })).status).toBe(200);
  });

  test('returns the same registration again, even after a recipient left or the clearance was lowered', async () => {
    const { db } = service;
    await createAccount(db, { aid: 'a-dai', username: 'dai', password });
    await addMember(db, { tid, fid: 'dai', aid: 'a-dai', name: 'dai', roles: ['users'] });
    const body = { ticket: (await begin('ann')).ticket, ...facts, recipients: ['dai'] };
    const first = await register('ann', body);
    expect(first.status).toBe(200);
    await db.updateTable('memberships').set({ state: 'ended' }).where('fid', '=', 'dai').execute();
    await setClearance(db, { tid, fid: 'ann', level: 0 });
    expect(await register('ann', body)).toEqual(first);
    await setClearance(db, { tid, fid: 'ann', level: 1 });
  });

  test('does not accept a document id from the client', async () => {
    const { ticket } = await begin('ann');
    const response = await register('ann', { ticket, ...facts, documentID: randomUUID() });
    expect(response.status).toBe(400);
  });
});

test('a device learns which of its documents were withdrawn, only for the requested tenant', async () => {
  const facts = { size: 1, mimeType: 'text/plain', manifestSha256: 'cd'.repeat(32), recipients: ['bob'] };
  const [current, withdrawn] = [await begin('ann'), await begin('ann')];
  for (const { ticket } of [current, withdrawn]) await register('ann', { ticket, ...facts });
  await service.db
    .updateTable('documents')
    .set({ withdrawn_at: new Date() })
    .where('document_id', '=', withdrawn.documentID)
    .execute();
  const documentIDs = [current.documentID, withdrawn.documentID, randomUUID()];
  expect(await ask('ann', `POST ${path}/actions/find-withdrawn`, { documentIDs })).toEqual({
    status: 200,
    body: { data: { documentIDs: [withdrawn.documentID] } },
  });
  const elsewhere = path.replace(tid, 'another');
  expect((await ask('ann', `POST ${elsewhere}/actions/find-withdrawn`, { documentIDs })).status).toBe(403);
});
