import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it, vi } from 'vitest';
import { createDocumentsContext } from '../../../testing/platform/documents-context.ts';
import type { Api } from '../api/index.ts';
import { flowDownloadsOf } from '../database/flow-downloads.repository.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { type DocumentsContext, downloadFileID, storedPath } from '../documents/document.types.ts';
import { recentFilesOf } from '../documents/recent-files.repository.ts';

const content = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);
const target = { tid: 't1', flowID: 'f1', tname: '华辰', flowName: '外发' };

/** A service with a prepared package. It sends the first half immediately and the rest at `send`. */
function service() {
  const ready = {
    state: 'ready',
    size: content.length,
    sha256: bytesToHex(sha256(content)),
    name: 'a.zip',
    mimeType: 'application/zip',
    passphrase: null,
    progress: { done: 1, total: 1 },
  };
  const opened: string[] = [];
  const called: string[] = [];
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const api = {
    call: async (name: string) => {
      called.push(name);
      return name.startsWith('GET') ? ready : { downloadID: 'd1' };
    },
    open: async (_: string, { range }: { range: string }) => {
      opened.push(range);
      const start = Number(/\d+/u.exec(range)?.[0]);
      const half = Math.max(start, content.length / 2);
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(content.slice(start, half)),
        pull: async (stream) => {
          await sent;
          stream.enqueue(content.slice(half));
          stream.close();
        },
      });
      const headers = new Headers({ 'Content-Length': String(content.length - start) });
      if (start > 0) headers.set('Content-Range', `bytes ${start}-${content.length - 1}/${content.length}`);
      return new Response(body, { status: start > 0 ? 206 : 200, headers });
    },
  } as unknown as Api;
  return { api, opened, called, send };
}

/** Loads the modules again, like another tab. */
async function openTab() {
  vi.resetModules();
  const store = await import('./flow-downloads.store.ts');
  return {
    start: (context: DocumentsContext) => store.startFlowDownload(context, target),
    pause: (context: DocumentsContext) => store.pauseFlowDownload(context, target),
    goOn: (context: DocumentsContext) => store.retryFlowDownload(context, target),
    cancel: (context: DocumentsContext) => store.cancelFlowDownload(context, target),
    resume: (context: DocumentsContext) => store.resumeFlowDownloads(context, 't1'),
    state: () => store.useFlowDownloads.getState()[store.downloadKey('a1', target)],
  };
}

async function setUp() {
  const { api, ...rest } = service();
  const context = createDocumentsContext(api);
  const { platform } = context;
  const files = await platform.files();
  const path = storedPath('a1', fileID);
  return {
    ...rest,
    context,
    rows: flowDownloadsOf(await localDatabase(platform), 'a1'),
    records: recentFilesOf(await localDatabase(platform), 'a1'),
    size: async () => (await files.stat(path))?.size,
    partSize: async () => (await files.stat(`${path}.part`))?.size,
  };
}

const fileID = downloadFileID('t1', 'f1');
const halfWay = { phase: 'receiving', name: 'a.zip', received: content.length / 2, total: content.length };

it('two tabs download a package only once, and both show it as done', async () => {
  const { context, opened, send, size } = await setUp();
  const [one, other] = [await openTab(), await openTab()];
  const both = Promise.all([one.start(context), other.start(context)]);
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  send();
  await both;
  expect([one.state(), other.state()]).toEqual([
    { phase: 'done', fileID },
    { phase: 'done', fileID },
  ]);
  expect(opened).toEqual(['bytes=0-']);
  expect(await size()).toBe(content.length);
});

it('a package is recorded as a file of the device, with its flow', async () => {
  const { context, send, records } = await setUp();
  send();
  await (await openTab()).start(context);
  expect(await records.find(fileID)).toMatchObject({
    fileWholeName: 'a.zip',
    isFlowFile: 0,
    flowID: target.flowID,
    flowName: target.flowName,
    flowFileURL: null,
    flowFileName: null,
    downloadPer: 100,
  });
});

it('a paused download stays paused, does not resume automatically, and continues at the stored bytes', async () => {
  const { context, opened, send, size, partSize, rows } = await setUp();
  const tab = await openTab();
  const started = tab.start(context);
  await expect.poll(tab.state).toEqual(halfWay);
  await tab.pause(context);
  await started;
  expect(tab.state()).toEqual({ phase: 'paused', at: halfWay });
  await expect.poll(partSize).toBe(content.length / 2);

  const later = await openTab();
  await later.resume(context);
  expect(await rows.listResumable('t1')).toEqual([]);
  expect(opened).toHaveLength(1);
  send();
  await later.goOn(context);
  expect(opened).toEqual(['bytes=0-', `bytes=${content.length / 2}-`]);
  expect(later.state()).toEqual({ phase: 'done', fileID });
  expect(await size()).toBe(content.length);
});

it('a download that another tab pauses stops in this tab too', async () => {
  const { context, opened } = await setUp();
  const [one, other] = [await openTab(), await openTab()];
  const started = one.start(context);
  await expect.poll(one.state).toEqual(halfWay);
  await other.pause(context);
  await started;
  expect(one.state()).toBeUndefined();
  expect(opened).toHaveLength(1);
});

it('a download that is cancelled, in this tab or in another, leaves nothing behind', async () => {
  const { context, rows, records, partSize, size } = await setUp();
  const [one, other] = [await openTab(), await openTab()];
  for (const cancel of [one.cancel, other.cancel]) {
    const started = one.start(context);
    await expect.poll(one.state).toEqual(halfWay);
    await cancel(context);
    await started;
    expect([await partSize(), await size()]).toEqual([undefined, undefined]);
    expect(await rows.find(target)).toBeNull();
    expect(await records.find(fileID)).toBeNull();
  }
});
