import { beforeEach, describe, expect, it, vi } from 'vitest';
import { partsOf, rebuilt } from '../../../../../packages/tdf/tests/archive.ts';
import { DOCUMENT_ID, sample } from '../../../../../packages/tdf/tests/kit.ts';
import {
  type Device,
  keyAccessRefusal,
  picked,
  sealedFor,
  startDevice,
  tenant,
} from '../../../testing/platform/service.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { accountFolder, platformUrlOf, storedPath } from './document.types.ts';
import { flowFileID } from './flow-file.rules.ts';
import { importFile } from './import-file.usecases.ts';
import { deleteExpiredLicences } from './licence.usecases.ts';
import { licencesOf } from './licences.repository.ts';
import { openTarget } from './open-document.usecases.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import { wipeAccount } from './wipe.usecases.ts';

const stub = (send: typeof fetch) => vi.stubGlobal('fetch', send);
const plain = sample(600_000);
const hour = 3_600_000;

const recordsOf = async ({ context }: Device) =>
  recentFilesOf(await localDatabase(context.platform), context.accountID);
const open = ({ context }: Device, fileID: string) => openTarget(context, { fileID, flowFile: null });

async function withSealed(device: Device): Promise<string> {
  return importFile(device.context, picked('外面的名字.tdf', await sealedFor(device.service, plain)));
}

beforeEach(() => {
  vi.unstubAllGlobals();
});

describe('opening a sealed file of the device', () => {
  it('copies the file unchanged, stores its record, and decrypts it with the licence of its tenant', async () => {
    const device = await startDevice(stub);
    const progress: number[] = [];
    const file = await sealedFor(device.service, plain);
    const fileID = await importFile(device.context, picked('外面的名字.tdf', file), {
      onProgress: (percent) => progress.push(percent),
    });
    const records = await recordsOf(device);
    expect(await records.find(fileID)).toMatchObject({
      accountID: 'a1',
      isFlowFile: 0,
      fileWholeName: '外面的名字.tdf',
      encrypted: 1,
      key: tenant.key,
      userOID: 'u-7',
      orgID: 'o-3',
      clID: 'c 密',
      tid: 't1',
      tname: '华信集团',
      downloadPer: 100,
      flag: 0,
    });
    const files = await device.platform.files();
    expect(storedPath('a1', fileID)).toMatch(/^a1\/edsFiles\//);
    expect(await files.readChunk(storedPath('a1', fileID), 0, file.length)).toEqual(file);
    expect(progress.at(-1)).toBe(100);

    const document = await open(device, fileID);
    expect(await document.content.read(0, document.content.size)).toEqual(plain);
    expect(document.tenant).toEqual(tenant);
    expect(await records.find(fileID)).toMatchObject({
      fileWholeName: '合同 2026.pdf',
      fileName: '合同 2026',
      fileSize: plain.length,
      mimeType: 'application/pdf',
    });
    expect(await files.list('a1/edsFiles')).toHaveLength(1);
  });

  it('keeps one record and one copy, however often the file is opened', async () => {
    const device = await startDevice(stub);
    const first = await withSealed(device);
    const files = await device.platform.files();
    const file = await files.readChunk(storedPath('a1', first), 0, 10_000_000);
    expect(await importFile(device.context, picked('again.tdf', file))).toBe(first);
    expect(await (await recordsOf(device)).count({ list: 'recent', text: '' })).toBe(1);
  });

  it('requests only its own host, at the base path of the tenant that the key names', async () => {
    const device = await startDevice(stub);
    await open(device, await withSealed(device));
    expect(device.service.calls).toEqual(['/otdf/t1/kas.AccessService/Rewrap']);
  });

  it('finds the tenant of a file without a key id by its address, and records the tenant key', async () => {
    const device = await startDevice(stub);
    const { payload, manifest } = await partsOf(await sealedFor(device.service, plain));
    const [entry] = manifest.encryptionInformation.keyAccess;
    const withoutKid = (url: string) => {
      manifest.encryptionInformation.keyAccess = [{ ...entry, kid: null, url }];
      return rebuilt(payload, manifest);
    };
    const own = withoutKid(`${platformUrlOf(device.context, tenant)}/kas`);
    const fileID = await importFile(device.context, picked('own.tdf', own));
    const records = await recordsOf(device);
    expect(await records.find(fileID)).toMatchObject({ key: tenant.key, tid: tenant.id });
    const document = await open(device, fileID);
    expect(await document.content.read(0, document.content.size)).toEqual(plain);
    expect(await records.find(fileID)).toMatchObject({ key: tenant.key, tid: tenant.id });

    const other = withoutKid('https://other.example/otdf/t1/kas');
    const otherID = await importFile(device.context, picked('other.tdf', other));
    await expect(open(device, otherID)).rejects.toMatchObject({ code: 'otherTenant' });
  });

  it('leaves nothing behind when copying is aborted', async () => {
    const device = await startDevice(stub);
    const controller = new AbortController();
    const copying = importFile(device.context, picked('big.bin', new Uint8Array(3_000_000)), {
      onProgress: () => controller.abort(),
      signal: controller.signal,
    });
    await expect(copying).rejects.toMatchObject({ name: 'AbortError' });
    expect(await (await device.platform.files()).list('a1/edsFiles')).toEqual([]);
    expect(await (await recordsOf(device)).count({ list: 'recent', text: '' })).toBe(0);
  });
});

describe('refusals', () => {
  it.each([
    ['noTenant', []],
    ['otherTenant', [{ id: 't2', name: '别的企业', key: 'lk2' }]],
  ] as const)('reports %s for an account with %j', async (code, tenants) => {
    const device = await startDevice(stub, { tenants });
    const fileID = await withSealed(device);
    await expect(open(device, fileID)).rejects.toMatchObject({ code });
    // The record still names the organisation of the file.
    expect(await (await recordsOf(device)).find(fileID)).toMatchObject({ key: tenant.key, encrypted: 1 });
    expect(device.service.calls).toEqual([]);
  });

  it('returns no byte of a modified file', async () => {
    const device = await startDevice(stub);
    const file = await sealedFor(device.service, plain);
    const at = 300_000;
    file[at] = (file[at] ?? 0) ^ 1;
    const document = await open(device, await importFile(device.context, picked('x', file)));
    await expect(document.content.read(0, plain.length)).rejects.toMatchObject({
      code: 'tdf.segment_tampered',
    });
  });

  it('reports a truncated file as damaged', async () => {
    const device = await startDevice(stub);
    const file = (await sealedFor(device.service, plain)).slice(0, 200_000);
    const fileID = await importFile(device.context, picked('x', file));
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('reports a record without its file as missing', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await (await device.platform.files()).remove(accountFolder('a1'));
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'missing' });
    await expect(open(device, 'nothing')).rejects.toMatchObject({ code: 'missing' });
  });

  it('requires a sign-in on a device without keys', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await device.platform.deviceKeys.delete();
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'deviceUnknown' });
  });
});

describe('use licences on the device', () => {
  it('open a document offline, but not the first time', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    device.platform.setOnline(false);
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'offline' });
    device.platform.setOnline(true);
    await open(device, fileID);
    device.platform.setOnline(false);
    const document = await open(device, fileID);
    expect(await document.content.read(5, 10)).toEqual(plain.slice(5, 15));
  });

  it('end with their lease, also when the clock is set back', async () => {
    let now = Date.now();
    const device = await startDevice(stub, { now: () => now });
    device.service.leaseEnd = now + hour;
    const fileID = await withSealed(device);
    expect(await open(device, fileID)).toMatchObject({ leaseEnd: now + hour });
    device.platform.setOnline(false);
    await open(device, fileID);
    await device.platform.clock.observe(now + 2 * hour);
    now -= 10 * hour;
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'leaseEnded' });
  });

  it('stay expired after their end was seen, whatever the clock shows later', async () => {
    let now = Date.now();
    const device = await startDevice(stub, { now: () => now });
    device.service.leaseEnd = now + hour;
    const fileID = await withSealed(device);
    await open(device, fileID);
    device.platform.setOnline(false);
    await deleteExpiredLicences(device.context, now + hour - 1);
    await open(device, fileID);
    await deleteExpiredLicences(device.context, now + hour);
    now -= hour;
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'offline' });
  });

  it.each([
    ['the service has a fault', { code: 'internal', message: 'internal error' }, 500],
    ['the clock is wrong', { code: 'invalid_argument', message: 'request_expired' }, 400],
  ])('are kept when %s', async (_, body, status) => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await open(device, fileID);
    device.service.refuse = () => Response.json(body, { status });
    await expect(open(device, fileID)).rejects.toBeInstanceOf(Error);
    device.platform.setOnline(false);
    expect((await open(device, fileID)).content.size).toBe(plain.length);
  });

  it('are used when a proxy answers instead of the service', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await open(device, fileID);
    device.service.refuse = () => Response.json(null, { status: 403 });
    expect((await open(device, fileID)).content.size).toBe(plain.length);
  });

  it('are deleted when the service withdraws the document', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await open(device, fileID);
    device.service.refuse = () => keyAccessRefusal('document_withdrawn');
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'withdrawn' });
    device.platform.setOnline(false);
    await expect(open(device, fileID)).rejects.toMatchObject({ code: 'offline' });
  });
});

describe('a file of a flow', () => {
  const flowFile = {
    tid: 't1',
    tname: '华信集团',
    flowID: 'flow-1',
    flowName: '采购审批',
    uri: 'uri-1',
    name: '附件.pdf',
  };
  const target = { fileID: flowFileID(flowFile), flowFile };

  it('is read by ranges with the file token and gets its record', async () => {
    const device = await startDevice(stub);
    device.service.files.set('uri-1', await sealedFor(device.service, plain));
    const document = await openTarget(device.context, target);
    expect(await document.content.read(100_000, 50)).toEqual(plain.slice(100_000, 100_050));
    expect(await (await recordsOf(device)).find(target.fileID)).toMatchObject({
      isFlowFile: 1,
      flowID: 'flow-1',
      flowName: '采购审批',
      flowFileURL: 'uri-1',
      flowFileName: '附件.pdf',
      fileWholeName: '合同 2026.pdf',
      encrypted: 1,
      key: tenant.key,
      tid: 't1',
      // The device has no bytes of the file.
      downloadPer: 0,
    });
    // Later openings need only the record.
    expect((await open(device, target.fileID)).content.size).toBe(plain.length);
  });

  it('is read with a new file token after the previous one has expired', async () => {
    const device = await startDevice(stub);
    device.service.files.set('uri-1', sample(900_000));
    const document = await openTarget(device.context, target);
    device.service.fileToken = 'file-token-2';
    expect(await document.content.read(800_000, 10)).toEqual(sample(900_000).slice(800_000, 800_010));
  });

  it('reports whether it is missing, changed or unreachable', async () => {
    const device = await startDevice(stub);
    await expect(openTarget(device.context, target)).rejects.toMatchObject({ code: 'missing' });
    device.service.files.set('uri-1', sample(900_000));
    const document = await openTarget(device.context, target);
    device.service.files.set('uri-1', sample(900_001));
    await expect(document.content.read(300_000, 10)).rejects.toMatchObject({ code: 'source.changed' });
    device.platform.setOnline(false);
    await expect(openTarget(device.context, target)).rejects.toMatchObject({ code: 'offline' });
  });
});

describe('wiping an account', () => {
  it('deletes its records, licences and files, and nothing of other accounts', async () => {
    const device = await startDevice(stub);
    const fileID = await withSealed(device);
    await open(device, fileID);
    const other = { ...device, context: { ...device.context, accountID: 'a2' } };
    const theirs = await withSealed(other);
    await wipeAccount(device.platform, 'a1');
    const sql = await localDatabase(device.platform);
    expect(await (await recordsOf(device)).find(fileID)).toBeNull();
    expect(await licencesOf(sql, 'a1').find(DOCUMENT_ID)).toBeNull();
    const files = await device.platform.files();
    expect(await files.list('a1')).toEqual([]);
    expect(await files.list('a2/edsFiles')).toHaveLength(1);
    expect(await (await recordsOf(other)).find(theirs)).not.toBeNull();
    expect(await device.platform.deviceKeys.current()).not.toBeNull();
  });
});
