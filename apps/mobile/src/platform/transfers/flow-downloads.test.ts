import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it, vi } from 'vitest';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import type { Api } from '../api/index.ts';
import { type DocumentsContext, downloadFileID, storedPath } from '../documents/document.types.ts';

const content = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);
const asked = { tid: 't1', flowID: 'f1', tname: '华辰', flowName: '外发' };

/** A service with the package at hand, whose bytes come when `send` says so. */
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
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const api = {
    call: async (name: string) => (name.startsWith('GET') ? ready : { downloadID: 'd1' }),
    open: async (_: string, { range }: { range: string }) => {
      opened.push(range);
      await sent;
      return new Response(content, { headers: { 'Content-Length': String(content.length) } });
    },
  } as unknown as Api;
  return { api, opened, send };
}

/** The same code once more, as another tab runs it. */
async function openTab() {
  vi.resetModules();
  const { startFlowDownload, useFlowDownloads, downloadName } = await import('./flow-downloads.store.ts');
  return {
    start: (context: DocumentsContext) => startFlowDownload(context, asked),
    state: () => useFlowDownloads.getState()[downloadName('a1', asked)],
  };
}

it('two tabs at once bring a package once, and both have it', async () => {
  const { api, opened, send } = service();
  const platform = createMemoryPlatform();
  const context = {
    platform,
    api,
    host: 'https://service.example',
    accountID: 'a1',
    tenants: [],
    token: async () => 'token',
  } satisfies DocumentsContext;
  const [one, other] = [await openTab(), await openTab()];
  const both = Promise.all([one.start(context), other.start(context)]);
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  send();
  await both;
  const fileID = downloadFileID('t1', 'f1');
  expect([one.state(), other.state()]).toEqual([
    { phase: 'done', fileID },
    { phase: 'done', fileID },
  ]);
  expect(opened).toEqual(['bytes=0-']);
  expect((await (await platform.files()).stat(storedPath('a1', fileID)))?.size).toBe(content.length);
});
