import { openLicence, PERMISSIONS, parseTerms, termsText } from '@sealflow/tdf/kas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClassification, setClearance } from '../src/modules/documents/classifications.usecases.ts';
import { readAudit } from './audit-trail.ts';
import { licenceFor, openAs } from './key-client.ts';
import { signInDevice, type TestDevice } from './key-device.ts';
import { post } from './key-http.ts';
import { type Sealed, sealFor } from './key-sealing.ts';
import { type KeyService, peopleOf, startKeyService } from './key-service.ts';

const tid = 't1';
const plain = new TextEncoder().encode('保密协议 — read only what you may\n'.repeat(20_000));
const hour = 3_600_000;
let service: KeyService;
let owner: TestDevice;
let colleague: TestDevice;
let sealed: Sealed;

beforeAll(async () => {
  service = await startKeyService();
  await peopleOf(service, { tid, people: ['owner', 'colleague'] });
  await createClassification(service.db, { tid, id: 'internal', name: '内部', level: 1, isDefault: true });
  await createClassification(service.db, { tid, id: 'leased', name: '限时', level: 1, leaseSeconds: 7200 });
  await createClassification(service.db, { tid, id: 'high', name: '较高', level: 2 });
  await setClearance(service.db, { tid, fid: 'owner', level: 2 });
  [owner, colleague] = await Promise.all([
    signInDevice(service, 'owner'),
    signInDevice(service, 'colleague'),
  ]);
  sealed = await sealFor(service, { tid, owner: 'owner', plain });
});
afterAll(() => service.close());

const open = (device: TestDevice, { file } = sealed) => openAs(service, { tid, device, file });

async function lastRecord() {
  const { records, brokenAt } = await readAudit(service.db, tid);
  expect(brokenAt).toBeNull();
  return records.at(-1);
}

test('the owner opens what was sealed for the owner, and the access is recorded', async () => {
  expect(await open(owner)).toEqual(plain);
  expect(await lastRecord()).toMatchObject({
    act: 'rewrap',
    decision: 'granted',
    aid: 'owner',
    fid: 'owner',
    deviceID: owner.id,
    documentID: sealed.documentID,
    kid: expect.stringMatching(/^k\w+\.ec:secp256r1\.1$/) as string,
  });
});

describe('grant', () => {
  test('gives access until it ends, and the licence ends no later', async () => {
    const { documentID, file } = await sealFor(service, { tid, owner: 'owner', plain });
    const ask = { tid, device: colleague, file };
    const grants = `${service.url}/api/v1/tenants/${tid}/documents/${documentID}/grants`;
    const until = Date.now() + hour;

    await expect(openAs(service, ask)).rejects.toMatchObject({ code: 'kas.refused.no_grant' });
    await post(grants, { fid: 'colleague', until }, service.operator);
    expect(await openAs(service, ask)).toEqual(plain);
    expect(await licenceFor(service, ask)).toMatchObject({ leaseEnd: until });
    await post(grants, { fid: 'colleague', until: Date.now() - 1 }, service.operator);
    await expect(openAs(service, ask)).rejects.toMatchObject({ code: 'kas.refused.no_grant' });
  });
});

describe('lease', () => {
  test('is part of the licence if the classification has one', async () => {
    const { file } = await sealFor(service, { tid, owner: 'owner', plain, classification: 'leased' });
    const before = Date.now();
    const { leaseEnd, obligations } = await licenceFor(service, { tid, device: owner, file });

    expect((leaseEnd ?? 0) - before).toBeGreaterThanOrEqual(2 * hour);
    expect((leaseEnd ?? 0) - Date.now()).toBeLessThanOrEqual(2 * hour);
    expect(obligations).toContain('https://sealflow/obl/time/value/lease');
  });

  test('is absent if the classification has none', async () => {
    expect(await licenceFor(service, { tid, device: owner, file: sealed.file })).toMatchObject({
      leaseEnd: null,
      obligations: ['https://sealflow/obl/display/value/watermark'],
    });
  });
});

describe('printing', () => {
  const allowUpTo = async (level: number | null) => {
    await service.db
      .updateTable('tenants')
      .set({ printing_max_level: level })
      .where('tid', '=', tid)
      .execute();
  };
  const permissions = async (file = sealed.file) =>
    parseTerms((await licenceFor(service, { tid, device: owner, file })).terms).permissions;

  test('is allowed by the licence exactly up to the level that the tenant sets, at the next licence', async () => {
    expect(await permissions()).toEqual([]);
    await allowUpTo(1);
    const { file } = await sealFor(service, { tid, owner: 'owner', plain, classification: 'high' });
    expect([await permissions(), await permissions(file)]).toEqual([[PERMISSIONS.print], []]);
    await allowUpTo(null);
    expect(await permissions()).toEqual([]);
  });

  test('cannot be added to a licence by the device', async () => {
    const licence = await licenceFor(service, { tid, device: owner, file: sealed.file });
    const forged = termsText({ ...parseTerms(licence.terms), permissions: [PERMISSIONS.print] });
    await openLicence(licence, owner.agreementKey);
    await expect(openLicence({ ...licence, terms: forged }, owner.agreementKey)).rejects.toMatchObject({
      code: 'kas.licence_invalid',
    });
  });
});

test('after a rotation older documents still open, and new ones use the newest key', async () => {
  const rotation = `${service.url}/api/v1/tenants/${tid}/licence-key/actions/rotate`;
  const rotated = await post(rotation, {}, service.operator);
  const newer = await sealFor(service, { tid, owner: 'owner', plain });

  expect(rotated).toMatchObject({ data: { generation: 2 } });
  expect(await open(owner)).toEqual(plain);
  expect(await open(owner, newer)).toEqual(plain);
  expect((await lastRecord())?.kid).toMatch(/\.ec:secp256r1\.2$/);
});

test('simultaneous requests for the key of a new tenant create one generation', async () => {
  await peopleOf(service, { tid: 'new', people: [] });
  const requests = Array.from({ length: 4 }, () => service.keys.wrappingKey('new', 'ec:secp256r1'));
  const kids = new Set((await Promise.all(requests)).map(({ kid }) => kid));

  expect(kids.size).toBe(1);
  expect([...kids][0]).toMatch(/\.1$/);
});

test('no generation is created without its audit record', async () => {
  const before = await service.keys.wrappingKey(tid, 'ec:secp256r1');
  const unwritten = service.keys.addGeneration(tid, () => Promise.reject(new Error('not written')));

  await expect(unwritten).rejects.toThrow('not written');
  expect(await service.keys.wrappingKey(tid, 'ec:secp256r1')).toEqual(before);
});

test('simultaneous decisions form one unbroken chain', async () => {
  const { records: before } = await readAudit(service.db, tid);
  await Promise.all(Array.from({ length: 12 }, () => open(owner)));
  const { records, brokenAt } = await readAudit(service.db, tid);

  expect(brokenAt).toBeNull();
  expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, index) => index + 1));
  expect(records.length - before.length).toBe(12);
});

test('private keys are stored in the database only wrapped', async () => {
  const rows = await service.db.selectFrom('licence_keys').selectAll().execute();
  const pkcs8Start = Buffer.from('020100', 'hex');

  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.wrapped_private_key.subarray(0, 12).includes(pkcs8Start))).toEqual([]);
});
