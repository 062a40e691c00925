import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeEach, expect, it } from 'vitest';
import { interceptCalls, type Kill, killable } from '../../../testing/platform/killed.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import type { Api } from '../api/index.ts';
import type { Platform } from '../index.ts';
import { download, partPathOf } from '../transfers/download.usecases.ts';
import { downloadUpdate } from './download-update.usecases.ts';
import { type Offer, useUpdates } from './updates.store.ts';

// More than two chunks, so that a killed download can resume.
const bytes = Uint8Array.from({ length: 2_300_000 }, (_, index) => (index * 31 + (index >> 9)) % 251);
const digest = bytesToHex(sha256(bytes));

/** The response of the service: a range of the content with its entity tag. */
function served(range: string, requests: string[]): Response {
  requests.push(range);
  const start = Number(/\d+/u.exec(range)?.[0]);
  const headers = { 'Content-Length': String(bytes.length - start) };
  const ranged = { ...headers, 'Content-Range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
  return new Response(bytes.slice(start), {
    status: start > 0 ? 206 : 200,
    headers: start > 0 ? ranged : headers,
  });
}

/** A device that keeps only its stored data across restarts of the app. */
function device() {
  const stored = createMemoryPlatform();
  const requests: string[] = [];
  const live = (kill: Kill | null) => {
    const life = killable(kill);
    const call = (name: string, args: readonly unknown[], work: () => Promise<unknown>) =>
      life.call(work, async () => {
        // A write during a power failure stores only a part.
        const [path, content] = args as [string, Uint8Array];
        const files = await stored.files();
        if (name === 'appendChunk') return files.appendChunk(path, content.subarray(0, content.length >> 1));
        return name === 'write' ? files.write(path, content.subarray(0, content.length >> 1)) : work();
      });
    const platform: Platform = {
      ...stored,
      preferences: interceptCalls(stored.preferences, call),
      appUpdate: interceptCalls(stored.appUpdate, call),
      files: async () => interceptCalls(await stored.files(), call),
    };
    const open = ({ range }: { range: string }) => life.call(async () => served(range, requests));
    return { life, platform, open };
  };
  return { stored, requests, live };
}

const moments = ['before', 'after', 'half'] as const;
beforeEach(() => useUpdates.setState({ offer: null, download: null, postponed: [] }));

it.each(moments)('a document download killed %s any call is resumed, never partial', async (when) => {
  const path = 'a1/edsDownloadFiles/one';
  let end = '';
  for (let at = 1; end !== 'done'; at += 1) {
    const { stored, requests, live } = device();
    const files = await stored.files();
    const once = async (kill: Kill | null) => {
      const { life, platform, open } = live(kill);
      const { signal } = new AbortController();
      const { network } = platform;
      const request = {
        files: await platform.files(),
        network,
        path,
        size: bytes.length,
        sha256: digest,
        signal,
      };
      return life.run(() => download({ ...request, open, wait: async () => undefined }));
    };
    end = await once({ at, when });
    const half = await files.stat(path);
    expect([undefined, bytes.length], `killed ${when} call ${at}`).toContain(half?.size);
    const begun = (await files.stat(partPathOf(path)))?.size ?? 0;
    await once(null);
    expect(bytesToHex(sha256(await files.readChunk(path, 0, bytes.length + 1)))).toBe(digest);
    // The download resumes after the stored bytes, or starts again with the whole file.
    const resumes = begun > 0 && begun < bytes.length;
    expect(resumes ? requests.at(-1) : '').toBe(resumes ? `bytes=${begun}-` : '');
  }
});

it.each(moments)(
  'a package download killed %s any call is resumed, and only a complete package is installed',
  async (when) => {
    const file = { uri: 'u1', name: 'sealflow-9.0.0.apk', size: bytes.length, sha256: digest };
    const offer: Offer = { version: '9.0.0', notes: '', address: 'https://files.example/u1', file };
    const path = `updates/${file.name}`;
    let end = '';
    let at = 0;
    while (end !== 'done') {
      at += 1;
      const { stored, live } = device();
      const files = await stored.files();
      const installed: string[] = [];
      const { appUpdate } = stored;
      const install = appUpdate.openInstaller.bind(appUpdate);
      stored.appUpdate.openInstaller = async (given) => {
        installed.push(bytesToHex(sha256(await files.readChunk(given.path, 0, bytes.length + 1))));
        await install(given);
      };
      // The folder contains the package of an older release.
      await files.write('updates/sealflow-8.0.0.apk', bytes.subarray(0, 9));
      const once = async (kill: Kill | null) => {
        const { life, platform, open } = live(kill);
        const api = { open: (_: string, { range }: { range: string }) => open({ range }) } as unknown as Api;
        return life.run(() => downloadUpdate({ api, platform }, offer));
      };
      end = await once({ at, when });
      await once(null);
      expect(installed.length, `killed ${when} call ${at}`).toBeGreaterThan(0);
      expect(new Set(installed)).toEqual(new Set([digest]));
      expect(await stored.preferences.get('updatePackage')).toBe(digest);
      expect(await files.list('updates')).toEqual([{ name: file.name, kind: 'file' }]);
      expect((await files.stat(path))?.size).toBe(bytes.length);
    }
    expect(at).toBeGreaterThan(10);
  },
);
