import { beforeEach, expect, it, vi } from 'vitest';
import { DOCUMENT_ID, sample } from '../../../../../packages/tdf/tests/kit.ts';
import { type Device, picked, sealedFor, startDevice } from '../../../testing/platform/service.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import type { PickedFile } from '../ports/picker.port.ts';
import { download } from '../transfers/download.usecases.ts';
import { importFile } from './import-file.usecases.ts';
import { cancelImport, endImports, importFiles } from './import-files.usecases.ts';
import { useImports } from './imports.store.ts';
import { licencesOf } from './licences.repository.ts';
import { openTarget } from './open-document.usecases.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import { wipeAccount } from './wipe.usecases.ts';

const stub = (send: typeof fetch) => vi.stubGlobal('fetch', send);
const recordsOf = async ({ context }: Device) =>
  recentFilesOf(await localDatabase(context.platform), context.accountID);

/** The remaining files and records of the account. */
async function leftOf(device: Device) {
  const files = await device.platform.files();
  const names = await Promise.all(['edsFiles', 'edsDownloadFiles'].map((name) => files.list(`a1/${name}`)));
  return {
    files: names.flat().map(({ name }) => name),
    records: await (await recordsOf(device)).count({ list: 'recent', text: '' }),
    licence: await licencesOf(await localDatabase(device.platform), 'a1').find(DOCUMENT_ID),
  };
}
const nothing = { files: [], records: 0, licence: null };

/** Imports files. @returns the state in which each ended. */
const importAll = ({ context }: Device, ...files: readonly PickedFile[]) =>
  Promise.all(importFiles(files.map((file) => ({ context, file }))).map(({ ended }) => ended));

/** A point in the code that reports its arrival and waits for `resume`. */
function gate() {
  let reach: () => void = () => undefined;
  let resume: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const until = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const pass = () => {
    reach();
    return until;
  };
  return { reached, pass, resume: () => resume() };
}

/** A file whose second half is readable after the gate opens. */
function halfRead(): { readonly file: PickedFile; readonly at: ReturnType<typeof gate> } {
  const at = gate();
  const file = picked('慢.txt', sample(3_000_000));
  const read: PickedFile['read'] = async (offset, length) => {
    if (offset === 1024 * 1024) await at.pass();
    return file.read(offset, length);
  };
  return { file: { ...file, read }, at };
}

beforeEach(() => {
  vi.unstubAllGlobals();
});

it('leaves nothing of a running import or of the imports queued behind it', async () => {
  const device = await startDevice(stub);
  const { file, at } = halfRead();
  const first = importAll(device, file, picked('2.txt', sample(10)));
  const queued = importAll(device, picked('3.txt', sample(20)));
  await at.reached;
  await wipeAccount(device.platform, 'a1');
  at.resume();
  await Promise.allSettled([first, queued]);
  expect(await leftOf(device)).toEqual(nothing);
});

it('deletes nothing when the wipe is cancelled because the account has signed in again', async () => {
  const device = await startDevice(stub);
  await importAll(device, picked('1.txt', sample(10)));
  const before = await leftOf(device);
  expect(before.records).toBe(1);
  await wipeAccount(device.platform, 'a1', async () => false);
  expect(await leftOf(device)).toEqual(before);
});

it('aborts all queued imports at sign-out, and only one file on a cancellation', async () => {
  const device = await startDevice(stub);
  const begin = async () => {
    const { file, at } = halfRead();
    const both = [importAll(device, file), importAll(device, picked('3.txt', sample(20)))];
    await at.reached;
    return { at, both };
  };
  const ended = await begin();
  endImports();
  ended.at.resume();
  expect(await Promise.all(ended.both)).toEqual([[null], [null]]);
  expect(await leftOf(device)).toEqual(nothing);

  const cancelled = await begin();
  cancelImport(useImports.getState().rows[0]?.id ?? '');
  cancelled.at.resume();
  expect(await Promise.all(cancelled.both)).toMatchObject([[{ phase: 'cancelled' }], [{ phase: 'done' }]]);
  endImports();
});

it('leaves nothing of a running download', async () => {
  const device = await startDevice(stub);
  const at = gate();
  const controller = new AbortController();
  const bytes = sample(1_500_000);
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(bytes.slice(0, 600_000)),
    async pull() {
      await at.pass();
    },
  });
  const downloading = download({
    files: await device.platform.files(),
    network: device.platform.network,
    path: 'a1/edsDownloadFiles/one',
    size: bytes.length,
    sha256: '',
    signal: controller.signal,
    open: async () => new Response(body, { headers: { 'Content-Length': String(bytes.length) } }),
  });
  const failure = downloading.catch((error: unknown) => error);
  await at.reached;
  await wipeAccount(device.platform, 'a1');
  controller.abort();
  expect(await failure).toMatchObject({ name: 'AbortError' });
  at.resume();
  expect(await leftOf(device)).toEqual(nothing);
});

it('stores no licence that arrives after the wipe', async () => {
  const at = gate();
  const device = await startDevice((send) =>
    stub(async (input, init) => {
      const answer = await send(input, init);
      await at.pass();
      return answer;
    }),
  );
  const fileID = await importFile(
    device.context,
    picked('合同.tdf', await sealedFor(device.service, sample(600))),
  );
  const opening = openTarget(device.context, { fileID, flowFile: null });
  const failure = opening.catch((error: unknown) => error);
  await at.reached;
  await wipeAccount(device.platform, 'a1');
  at.resume();
  expect(await failure).toMatchObject({ code: 'storageUnavailable' });
  expect(await leftOf(device)).toEqual(nothing);
});

it('accepts files again after the account has signed in again', async () => {
  const device = await startDevice(stub);
  await wipeAccount(device.platform, 'a1');
  await expect(importFile(device.context, picked('1.txt', sample(10)))).rejects.toMatchObject({
    code: 'storage.unavailable',
  });
  device.platform.accounts.acquire('a1')();
  await importFile(device.context, picked('1.txt', sample(10)));
  expect((await leftOf(device)).records).toBe(1);
});
