import { OBLIGATIONS, PERMISSIONS, parseTerms, type RefusalReason, termsText } from '@sealflow/tdf/kas';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DOCUMENT_ID, sample } from '../../../../../packages/tdf/tests/kit.ts';
import {
  type Device,
  keyAccessRefusal,
  picked,
  sealedFor,
  startDevice,
} from '../../../testing/platform/service.ts';
import { createGuardedClock } from '../adapters/guarded-clock.adapter.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import type { DocumentProblem } from './document.errors.ts';
import { importFile } from './import-file.usecases.ts';
import { licencesOf } from './licences.repository.ts';
import { openTarget } from './open-document.usecases.ts';

const stub = (send: typeof fetch) => vi.stubGlobal('fetch', send);
const plain = sample(40_000);
const hour = 3_600_000;

const open = ({ context }: Device, fileID: string) => openTarget(context, { fileID, flowFile: null });
const withSealed = async (device: Device): Promise<string> =>
  importFile(device.context, picked('外面的名字.tdf', await sealedFor(device.service, plain)));
const storedLicenceOf = async ({ platform, context }: Device) =>
  licencesOf(await localDatabase(platform), context.accountID).find(DOCUMENT_ID);

beforeEach(() => {
  vi.unstubAllGlobals();
});

describe('obligations', () => {
  it('determine the watermark and whether text may be copied', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    expect(await open(device, fileID)).toMatchObject({ watermarked: true, mayCopy: true });
    device.service.obligations = [];
    expect(await open(device, fileID)).toMatchObject({ watermarked: false, mayCopy: true });
    device.service.obligations = [OBLIGATIONS.noDownload, OBLIGATIONS.watermark];
    expect(await open(device, fileID)).toMatchObject({ watermarked: true, mayCopy: false });
    // The obligations of the last contact with the service apply, not those in the file.
    device.platform.setOnline(false);
    expect(await open(device, fileID)).toMatchObject({ watermarked: true, mayCopy: false });
  });

  it('show a file that arrived unencrypted under a watermark', async () => {
    const device = await startDevice(stub);
    const fileID = await importFile(device.context, picked('普通.txt', new Uint8Array([65])));
    expect(await open(device, fileID)).toMatchObject({ watermarked: true, mayCopy: true });
  });

  it.each<[string, string, DocumentProblem]>([
    ['an unknown obligation', 'https://sealflow/obl/print/value/in-red', 'obligation'],
    ['no capture', OBLIGATIONS.noCapture, 'captureForbidden'],
  ])('keep the document closed, whatever the grant: %s', async (_, obligation, code) => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    device.service.obligations = [OBLIGATIONS.watermark, obligation];
    const refused = { code, obligations: [obligation] };
    await expect(open(device, fileID)).rejects.toMatchObject(refused);
    // Offline the result is the same, whether or not a licence is stored.
    device.platform.setOnline(false);
    await expect(open(device, fileID)).rejects.toMatchObject(refused);
  });

  it('against captures open the document on a device that can block captures, without permission to capture', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    device.service.obligations = [OBLIGATIONS.watermark, OBLIGATIONS.noCapture];
    device.platform.screen.canBlock = true;
    expect(await open(device, fileID)).toMatchObject({ mayCapture: false, mayCopy: false });
    // A device that can no longer block captures, or an older app, does not open the stored document.
    device.platform.screen.canBlock = false;
    device.platform.setOnline(false);
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'captureForbidden' });
  });

  it('report the missing capability when the service refuses for it', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    device.service.refuse = () => keyAccessRefusal('obligation_unfulfilled', [OBLIGATIONS.noCapture]);
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'captureForbidden', tid: 't1' });
    device.service.refuse = () =>
      keyAccessRefusal('obligation_unfulfilled', ['https://sealflow/obl/x/value/y']);
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'obligation' });
  });
});

describe('printing', () => {
  it('is allowed only by a licence that says so, also without a network', async () => {
    const now = Date.now();
    const device = await startDevice(stub, { now: () => now });
    const fileID = await withSealed(device);
    expect(await open(device, fileID)).toMatchObject({ print: null });
    device.service.permissions = [PERMISSIONS.print];
    const print = { tid: 't1', documentID: DOCUMENT_ID, licenceIssuedAt: now };
    expect(await open(device, fileID)).toMatchObject({ print });
    device.platform.setOnline(false);
    expect(await open(device, fileID)).toMatchObject({ print });
  });

  it('is not allowed for a document that may not leave the screen', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    device.service.permissions = [PERMISSIONS.print];
    device.service.obligations = [OBLIGATIONS.noDownload];
    expect(await open(device, fileID)).toMatchObject({ print: null });
  });

  it('cannot be added to a stored licence', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await open(device, fileID);
    const licence = await storedLicenceOf(device);
    if (!licence) throw new Error('no licence is stored');
    const terms = termsText({ ...parseTerms(licence.terms), permissions: [PERMISSIONS.print] });
    const stored = licencesOf(await localDatabase(device.platform), device.context.accountID);
    await stored.upsert({ ...licence, terms }, 't1');
    device.platform.setOnline(false);
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'offline' });
  });

  it('is not allowed for a file that arrived unencrypted', async () => {
    const device = await startDevice(stub);
    const fileID = await importFile(device.context, picked('普通.txt', new Uint8Array([65])));
    expect(await open(device, fileID)).toMatchObject({ print: null });
  });
});

describe('licence refusal', () => {
  it.each<[RefusalReason, DocumentProblem, boolean]>([
    ['no_grant', 'notAllowed', false],
    ['not_cleared', 'notCleared', false],
    ['document_withdrawn', 'withdrawn', false],
    ['key_withdrawn', 'keyWithdrawn', false],
    ['client_not_allowed', 'browserExcluded', false],
    ['tenant_access_denied', 'notMember', false],
    ['account_inactive', 'notMember', false],
    ['device_withdrawn', 'deviceUnknown', false],
    ['request_expired', 'serviceFailed', true],
    ['signed_out', 'signedOut', true],
    ['unknown', 'serviceFailed', true],
  ])('for %s reports %s; the stored licence is kept: %s', async (reason, code, stays) => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await open(device, fileID);
    device.service.refuse = () => keyAccessRefusal(reason);
    await expect(open(device, fileID)).rejects.toMatchObject({ code, tid: 't1' });
    expect((await storedLicenceOf(device)) !== null).toBe(stays);
  });

  it('that concerns the account deletes the licences of all its documents, but of no other account', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await open(device, fileID);
    const sql = await localDatabase(device.platform);
    const licence = await storedLicenceOf(device);
    if (licence === null) throw new Error('no licence is stored');
    await licencesOf(sql, 'a1').upsert({ ...licence, documentId: 'another' }, 't1');
    await licencesOf(sql, 'a2').upsert({ ...licence, documentId: 'theirs' }, 't1');
    device.service.refuse = () => keyAccessRefusal('account_inactive');
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'notMember' });
    expect(await licencesOf(sql, 'a1').find('another')).toBeNull();
    expect(await licencesOf(sql, 'a2').find('theirs')).not.toBeNull();
  });
});

it('deletes only the licences of an organisation that refuses the member', async () => {
  const device = await startDevice(stub);
  const fileID = await withSealed(device);
  await open(device, fileID);
  const licences = licencesOf(await localDatabase(device.platform), 'a1');
  const licence = await storedLicenceOf(device);
  if (licence === null) throw new Error('no licence is stored');
  await licences.upsert({ ...licence, documentId: 'another' }, 't1');
  await licences.upsert({ ...licence, documentId: 'of-another-organisation' }, 't2');
  device.service.refuse = () => keyAccessRefusal('tenant_access_denied');
  await expect(open(device, fileID)).rejects.toMatchObject({ code: 'notMember' });
  expect(await licences.find('another')).toBeNull();
  expect(await licences.find('of-another-organisation')).not.toBeNull();
});

describe('stored licence', () => {
  it('is never used for another account on the device', async () => {
    const device = await startDevice(stub);
    await open(device, await withSealed(device));
    const other = { ...device, context: { ...device.context, accountID: 'a2' } };
    const theirs = await withSealed(other);
    device.platform.setOnline(false);
    await expect(open(other, theirs)).rejects.toMatchObject({ code: 'offline' });
  });

  it('is unusable after the device keys have changed, and the document is kept', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await open(device, fileID);
    await device.platform.deviceKeys.delete();
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'deviceUnknown' });
    await device.platform.deviceKeys.ensure();
    device.platform.setOnline(false);
    // The user has signed in again. The service issues another licence when it is reachable.
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'offline' });
    expect(await storedLicenceOf(device)).toBeNull();
  });

  it('expires by the service time, also after the device clock was set back', async () => {
    let now = Date.now();
    const device = await startDevice(stub, { now: () => now });
    device.service.leaseEnd = now - hour;
    const fileID = await withSealed(device);
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'leaseEnded' });
    device.service.leaseEnd = now + hour;
    await open(device, fileID);
    device.platform.setOnline(false);
    now -= 10 * hour;
    await open(device, fileID);
    await device.platform.clock.observe(now + 11 * hour + 1);
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'leaseEnded' });
    expect(await storedLicenceOf(device)).toBeNull();
  });

  it('is bound to the latest known service time after a restart', async () => {
    const device = await startDevice(stub);
    const now = Date.now();
    await device.platform.clock.observe(now + 5 * hour);
    const restarted = createGuardedClock(device.platform.secrets, () => now - 20 * hour);
    expect(await restarted.monotonicNow()).toBe(now + 5 * hour);
  });
});
