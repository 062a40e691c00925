import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KID, PLATFORM_URL, sample } from '../../../../../packages/tdf/tests/kit.ts';
import { type Device, picked, startDevice, tenant } from '../../../testing/platform/service.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import type { FilesPort } from '../ports/files.port.ts';
import type { PickedFile } from '../ports/picker.port.ts';
import type { DocumentsContext } from './document.types.ts';
import { importFile } from './import-file.usecases.ts';
import { openTarget } from './open-document.usecases.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import { registerSealed, sealedFileName } from './register-sealed.usecases.ts';
import { isSealed, sealFile } from './seal-file.usecases.ts';
import { deletePartialSeals, releaseSealingPath } from './sealing-path.usecases.ts';

const plain = sample(700_000);
const everything = { list: 'recent', text: '' } as const;

type Registered = { manifestSha256: string; ticket: string; recipients: string[]; size: number };

/** A device whose service also supports sealing. */
async function startSealing(registers: () => Response | null = () => null) {
  const registered: Registered[] = [];
  const documentID: string = randomUUID();
  const device = await startDevice((send) => {
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname.endsWith('/user-documents/actions/begin')) {
        return Response.json({
          data: {
            platformUrl: PLATFORM_URL,
            namespace: 't1.files.example',
            ownerOID: 'u-7',
            orgID: 'o-3',
            classificationID: 'internal',
            kid: KID,
            publicKeyPem: device.service.kas.keys.get(KID)?.publicKeyPem,
            documentID,
            ticket: 'a-ticket',
            expireAt: Number.MAX_SAFE_INTEGER,
          },
        });
      }
      if (!pathname.endsWith('/user-documents')) return send(input, init);
      const refused = registers();
      if (refused) return refused;
      registered.push(JSON.parse(init?.body as string) as Registered);
      return Response.json({ data: { documentID, sealedBy: 'u-7', createAt: 1 } });
    });
  });
  return { ...device, registered, documentID };
}

const requestOf = (file: PickedFile) => ({
  tid: 't1',
  tname: tenant.name,
  file,
  classificationID: 'internal',
  recipients: ['u-8'],
});
const quietly = () => ({ onProgress: () => undefined, signal: new AbortController().signal });
const recordsOf = async ({ platform, context }: Device) =>
  recentFilesOf(await localDatabase(platform), context.accountID);
const leftIn = async ({ platform }: Device) => {
  const files = await platform.files();
  return [...(await files.list('a1/sealing')), ...(await files.list('a1/edsFiles'))];
};

beforeEach(() => {
  vi.unstubAllGlobals();
});

describe('sealing a file of the device', () => {
  it('lists the file once it is registered at the service, and opens it by its licence', async () => {
    const device = await startSealing();
    const progress: [number, number][] = [];
    const sealed = await sealFile(device.context, requestOf(picked('合同 2026.pdf', plain)), {
      ...quietly(),
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(progress.at(-1)).toEqual([plain.length, plain.length]);
    const records = await recordsOf(device);
    expect(await records.count(everything)).toBe(0);

    const fileID = await registerSealed(device.context, sealed);
    expect(device.registered).toEqual([
      {
        ticket: 'a-ticket',
        size: plain.length,
        mimeType: 'application/pdf',
        manifestSha256: sealed.facts.manifestSha256,
        recipients: ['u-8'],
      },
    ]);
    expect(await records.find(fileID)).toMatchObject({
      fileWholeName: '合同 2026.pdf',
      encrypted: 1,
      key: tenant.key,
      userOID: 'u-7',
      orgID: 'o-3',
      clID: 'internal',
      tid: 't1',
      fileSize: plain.length,
    });
    const [stored] = await leftIn(device);
    const files = await device.platform.files();
    const file = await files.readChunk(`a1/edsFiles/${stored?.name}`, 0, 10_000_000);
    expect(Buffer.from(file).indexOf(Buffer.from(plain.slice(1000, 1032)))).toBe(-1);
    expect(await isSealed(picked('x', file))).toBe(true);

    const document = await openTarget(device.context, { fileID, flowFile: null });
    expect(await document.content.read(0, plain.length)).toEqual(plain);
    // Importing the same file again finds this document and adds no second one.
    expect(await importFile(device.context, picked('again.tdf', file))).toBe(fileID);
  });

  it('reads and writes a file of any size in chunks, each chunk once and in order', async () => {
    const device = await startSealing();
    const size = 200 * 1024 * 1024;
    let at = 0;
    let longest = 0;
    const read = async (offset: number, length: number) => {
      expect(offset).toBe(at);
      at += length;
      longest = Math.max(longest, length);
      return new Uint8Array(length);
    };
    const held = await device.platform.files();
    let written = 0;
    const files: FilesPort = {
      ...held,
      appendChunk: async (_, bytes) => {
        written += bytes.length;
        longest = Math.max(longest, bytes.length);
      },
    };
    const context: DocumentsContext = {
      ...device.context,
      platform: { ...device.context.platform, files: async () => files },
    };
    const big = { name: 'big.bin', size, modifiedAt: 0, read };
    const { facts } = await sealFile(context, requestOf(big), quietly());
    expect([at, facts.size]).toEqual([size, size]);
    expect(written).toBeGreaterThan(size);
    expect(longest).toBeLessThan(2 * 1024 * 1024);
  });

  it('can repeat the registration without sealing again', async () => {
    let requests = 0;
    const device = await startSealing(() => {
      requests += 1;
      return requests === 1 ? Response.json({}, { status: 502 }) : null;
    });
    const sealed = await sealFile(device.context, requestOf(picked('a.txt', plain)), quietly());
    await expect(registerSealed(device.context, sealed)).rejects.toMatchObject({ code: 'app.bad_gateway' });
    expect(await (await recordsOf(device)).count(everything)).toBe(0);
    await registerSealed(device.context, sealed);
    expect(await (await recordsOf(device)).count(everything)).toBe(1);
    expect(await leftIn(device)).toHaveLength(1);
  });

  it('can repeat the registration after the list failed, when the file is already at its final path', async () => {
    const device = await startSealing(() => null);
    const sealed = await sealFile(device.context, requestOf(picked('a.txt', plain)), quietly());
    const full: DocumentsContext = {
      ...device.context,
      platform: {
        ...device.context.platform,
        openDatabase: () => Promise.reject(new Error('disk full')),
      },
    };
    await expect(registerSealed(full, sealed)).rejects.toThrow('disk full');
    await registerSealed(device.context, sealed);
    expect(await (await recordsOf(device)).count(everything)).toBe(1);
    expect(await leftIn(device)).toHaveLength(1);
  });

  it.each<[string, (controller: AbortController) => PickedFile]>([
    [
      'cancelled',
      (controller) => ({
        ...picked('a.txt', plain),
        read: async (offset, length) => {
          if (offset > 300_000) controller.abort();
          return plain.slice(offset, offset + length);
        },
      }),
    ],
    [
      'deleted while it is read',
      () => ({
        ...picked('a.txt', plain),
        read: async (offset, length) => {
          if (offset > 300_000) throw new DOMException('gone', 'NotReadableError');
          return plain.slice(offset, offset + length);
        },
      }),
    ],
    ['shorter than its declared size', () => ({ ...picked('a.txt', plain), size: plain.length + 100_000 })],
  ])('leaves nothing of a file that is %s', async (_, fileFor) => {
    const device = await startSealing();
    const controller = new AbortController();
    const { signal } = controller;
    const request = requestOf(fileFor(controller));
    await expect(sealFile(device.context, request, { ...quietly(), signal })).rejects.toBeInstanceOf(Error);
    expect(await leftIn(device)).toEqual([]);
    expect(await (await recordsOf(device)).count(everything)).toBe(0);
    expect(device.registered).toEqual([]);
  });

  it('deletes abandoned files of a killed app, and keeps a file that is being sealed', async () => {
    const device = await startSealing();
    const files = await device.platform.files();
    await files.write('a1/sealing/left-behind', new Uint8Array(10));
    const sealed = await sealFile(device.context, requestOf(picked('a.txt', plain)), quietly());
    await deletePartialSeals(device.context);
    expect((await leftIn(device)).map(({ name }) => name)).toEqual([device.documentID]);
    await releaseSealingPath(device.context, sealed.path);
    expect(await leftIn(device)).toEqual([]);
  });
});

it('adds the extension .tdf to the exported name of a sealed file', () => {
  expect([sealedFileName('合同.pdf'), sealedFileName('a.TDF')]).toEqual(['合同.pdf.tdf', 'a.TDF']);
});
