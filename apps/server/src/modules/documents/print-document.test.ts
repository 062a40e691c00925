import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { readAudit } from '../../../tests/audit-trail.ts';
import { signInDevice } from '../../../tests/key-device.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../tenants/tenants.usecases.ts';
import { createClassification, setClearance } from './classifications.usecases.ts';
import { insertDocument, setWithdrawn, updateMarks } from './documents.repository.ts';

const tid = 'werk';
const password = 'Correct-horse-9';
const licenceIssuedAt = Date.UTC(2027, 0, 15, 8);
let service: TestService;
let url: string;
let device: { id: string; token: string };

beforeAll(async () => {
  service = await openTestService();
  const { db } = service;
  for (const [tenant, fid] of [
    [tid, 'ann'],
    ['other', 'eve'],
  ] as const) {
    await createTenant(db, { tid: tenant, name: tenant, serviceVersion: 'eds-pro_16.2' });
    await createAccount(db, { aid: `a-${fid}`, username: fid, password });
    await addMember(db, { tid: tenant, fid, aid: `a-${fid}`, name: fid, roles: ['users'] });
    await createClassification(db, { tid: tenant, id: 'inner', name: '内部', level: 1, isDefault: true });
    await createClassification(db, { tid: tenant, id: 'secret', name: '秘密', level: 5 });
    await setClearance(db, { tid: tenant, fid, level: 9 });
  }
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  url = service.publicUrl();
  service.time.now = Date.now();
  device = await signInDevice({ url }, 'ann', { secret: password });
});
beforeEach(() => allowUpTo(1));
afterAll(() => service.close());

const allowUpTo = async (level: number | null, tenant = tid) => {
  await service.db
    .updateTable('tenants')
    .set({ printing_max_level: level })
    .where('tid', '=', tenant)
    .execute();
};

async function newDocument(classificationID: string | null = null): Promise<string> {
  const documentID = randomUUID();
  await insertDocument(service.db, {
    tid,
    document_id: documentID,
    owner_fid: 'ann',
    classification_id: classificationID,
    size: 1,
    mime_type: 'application/pdf',
    manifest_sha256: '0'.repeat(64),
    sealed_by: 'ann',
    created_at: new Date(service.time.now),
    withdrawn_at: null,
  });
  return documentID;
}

async function print(documentID: string, { tenant = tid, token = device.token, pages = 3 } = {}) {
  const call = `POST /api/v1/tenants/${tenant}/user-documents/${documentID}/actions/print`;
  const response = await service.ask(token, call, { pages, licenceIssuedAt });
  return response.statusCode === 204 ? 'recorded' : (response.json().code as unknown);
}

const recordsOf = async (documentID: string) =>
  (await readAudit(service.db, tid)).records.filter((record) => record.documentID === documentID);

test('a print is recorded with document, person, device, pages and licence', async () => {
  const documentID = await newDocument();
  expect(await print(documentID)).toBe('recorded');
  expect(await recordsOf(documentID)).toMatchObject([
    {
      act: 'document.printed',
      decision: 'granted',
      tid,
      aid: 'a-ann',
      fid: 'ann',
      deviceID: device.id,
      subject: 'pages 3, licence 2027-01-15T08:00:00.000Z',
    },
  ]);
});

test('a document that another platform sealed is recorded too', async () => {
  expect(await print(randomUUID())).toBe('recorded');
});

describe('is refused, and recorded as refused', () => {
  test.each<[string, () => Promise<string>]>([
    [
      'in a tenant that allows no printing, which is the default',
      async () => {
        await allowUpTo(null);
        return newDocument();
      },
    ],
    ['above the level of the tenant', () => newDocument('secret')],
    [
      'of a withdrawn document',
      async () => {
        const documentID = await newDocument();
        await setWithdrawn(service.db, { tid, documentID }, new Date(service.time.now));
        return documentID;
      },
    ],
    [
      'of a document that may not be downloaded',
      async () => {
        const documentID = await newDocument();
        await updateMarks(service.db, { tid, documentID }, { no_download: true });
        return documentID;
      },
    ],
    [
      'of a document above the clearance of the person',
      async () => {
        await setClearance(service.db, { tid, fid: 'ann', level: 0 });
        return newDocument();
      },
    ],
  ])('a print %s', async (_, prepare) => {
    const documentID = await prepare();
    expect(await print(documentID)).toBe('key.printing_not_allowed');
    await setClearance(service.db, { tid, fid: 'ann', level: 9 });
    expect(await recordsOf(documentID)).toMatchObject([
      { act: 'document.printed', decision: 'refused', reason: 'key.printing_not_allowed' },
    ]);
  });

  test('a print without a registered device, which has no licence', async () => {
    const { token } = await service.signIn('ann', password);
    expect(await print(await newDocument(), { token })).toBe('key.printing_not_allowed');
  });
});

test('the setting of one tenant allows nothing in another', async () => {
  await allowUpTo(null, 'other');
  const stranger = await signInDevice({ url }, 'eve', { secret: password });
  const documentID = await newDocument();
  expect(await print(documentID, { tenant: 'other', token: stranger.token })).toBe(
    'key.printing_not_allowed',
  );
  expect(await print(documentID, { token: stranger.token })).toBe('login.tenant_access_denied');
  expect(await recordsOf(documentID)).toEqual([]);
});

test('no more pages are recorded than the app prints at once', async () => {
  const documentID = await newDocument();
  for (const pages of [0, 101, 1.5]) expect(await print(documentID, { pages })).not.toBe('recorded');
  expect(await recordsOf(documentID)).toEqual([]);
});
