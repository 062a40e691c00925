import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chunkTexts, createManifest, serveChunks } from '../../../testing/platform/engine-chunks.ts';
import {
  downloadEngine,
  EngineDamagedError,
  isEngineCached,
  measureEngine,
  readCachedEngine,
  removeDamagedChunks,
  removeEngine,
} from './engine-cache.usecases.ts';

const options = { signal: new AbortController().signal, onProgress: () => undefined };

beforeEach(removeEngine);
afterEach(async () => {
  vi.unstubAllGlobals();
  await removeEngine();
});

test('a download stores all chunks, reports its share, and is read in order', async () => {
  const manifest = await createManifest();
  await serveChunks();
  const shares: number[] = [];
  expect(await isEngineCached(manifest)).toBe(false);
  await downloadEngine(manifest, { ...options, onProgress: (share) => shares.push(share) });
  expect(shares[0]).toBe(0);
  expect(shares.at(-1)).toBe(1);
  expect(await isEngineCached(manifest)).toBe(true);
  expect(await measureEngine()).toBe(chunkTexts.join('').length);
  const read = readCachedEngine(manifest);
  const decoded = async (index: number) =>
    new TextDecoder().decode((await read('module', index)) ?? undefined);
  expect([await decoded(0), await decoded(1)]).toEqual(['module one', 'module two']);
  expect(await read('module', 2)).toBeNull();
});

test('an interrupted download continues with the first missing chunk', async () => {
  const manifest = await createManifest();
  await serveChunks((text) => new Response(text, { status: text === 'data' ? 503 : 200 }));
  await expect(downloadEngine(manifest, options)).rejects.toThrow('503');
  const fetched = await serveChunks();
  await downloadEngine(manifest, options);
  expect(fetched).toEqual(['data', 'script', 'thread']);
});

test('a chunk with another content is refused and not stored', async () => {
  const manifest = await createManifest();
  await serveChunks((text) => new Response(text === 'module two' ? 'module tw0' : text));
  await expect(downloadEngine(manifest, options)).rejects.toThrow(EngineDamagedError);
  expect(await measureEngine()).toBe('module one'.length);
});

test('a download deletes the chunks of an earlier version', async () => {
  const manifest = await createManifest();
  const cache = await caches.open('exact-engine');
  await cache.put(`/exact-engine/${'0'.repeat(64)}.bin`, new Response('old version'));
  await serveChunks();
  await downloadEngine(manifest, options);
  expect(await measureEngine()).toBe(chunkTexts.join('').length);
});

test('a cancelled download stores nothing more', async () => {
  const manifest = await createManifest();
  const aborter = new AbortController();
  await serveChunks((text) => {
    aborter.abort();
    return new Response(text);
  });
  await expect(downloadEngine(manifest, { ...options, signal: aborter.signal })).rejects.toThrow('aborted');
  expect(await measureEngine()).toBe(0);
});

test('a stored chunk that was damaged is deleted alone, and the next download fetches it', async () => {
  const manifest = await createManifest();
  await serveChunks();
  await downloadEngine(manifest, options);
  expect(await removeDamagedChunks(manifest)).toBe(false);
  const cache = await caches.open('exact-engine');
  const { script } = manifest.files;
  await cache.put(`/exact-engine/${script[0]?.sha256}.bin`, new Response('scr1pt'));
  expect(await removeDamagedChunks(manifest)).toBe(true);
  const fetched = await serveChunks();
  await downloadEngine(manifest, options);
  expect(fetched).toEqual(['script']);
});
