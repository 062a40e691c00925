import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chunkTexts, createManifest, serveChunks } from '../../../testing/platform/engine-chunks.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { isEngineCached, measureEngine, removeEngine } from './engine-cache.usecases.ts';
import {
  declinePreload,
  preloadEngine,
  removeEngineForGood,
  takeOverPreload,
  useEnginePreload,
} from './engine-preload.store.ts';

const { signal } = new AbortController();
let { preferences } = createMemoryPlatform();

beforeEach(async () => {
  ({ preferences } = createMemoryPlatform());
  vi.stubGlobal('crossOriginIsolated', true);
  vi.stubGlobal('SharedArrayBuffer', ArrayBuffer);
  await removeEngine();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await removeEngine();
});

test('the engine is downloaded in advance, verified, and not again', async () => {
  const manifest = await createManifest();
  const damaged = await serveChunks((text) => new Response(`${text.slice(1)}x`));
  await expect(preloadEngine(manifest, { preferences, signal })).rejects.toThrow('digest');
  expect(damaged).toHaveLength(1);
  expect(await measureEngine()).toBe(0);
  const fetched = await serveChunks();
  const shares: (number | null)[] = [];
  const unsubscribe = useEnginePreload.subscribe(({ progress }) => shares.push(progress));
  await preloadEngine(manifest, { preferences, signal });
  await preloadEngine(manifest, { preferences, signal });
  unsubscribe();
  expect(fetched).toEqual(chunkTexts);
  expect(shares.slice(-3)).toEqual([1, null, null]);
  expect(await isEngineCached(manifest)).toBe(true);
});

test('a device that cannot draw exact pages downloads nothing', async () => {
  const manifest = await createManifest();
  const fetched = await serveChunks();
  vi.stubGlobal('crossOriginIsolated', false);
  await preloadEngine(manifest, { preferences, signal });
  await preloadEngine(null, { preferences, signal });
  expect(fetched).toEqual([]);
});

test('a person who cancels or deletes the engine does not get it in advance again', async () => {
  const manifest = await createManifest();
  await serveChunks((text) => {
    if (text === 'data') void declinePreload(preferences);
    return new Response(text);
  });
  await expect(preloadEngine(manifest, { preferences, signal })).rejects.toThrow('abort');
  expect(useEnginePreload.getState().progress).toBeNull();
  const fetched = await serveChunks();
  await preloadEngine(manifest, { preferences, signal });
  expect(fetched).toEqual([]);
  await preferences.remove('exactEngine');
  await preloadEngine(manifest, { preferences, signal });
  await removeEngineForGood(preferences);
  await preloadEngine(manifest, { preferences, signal });
  expect(await measureEngine()).toBe(0);
});

test('a download in the foreground takes over the one in advance', async () => {
  const manifest = await createManifest();
  const takenOver: boolean[] = [];
  await serveChunks((text) => {
    if (text === 'data') takenOver.push(takeOverPreload());
    return new Response(text);
  });
  await expect(preloadEngine(manifest, { preferences, signal })).rejects.toThrow('abort');
  expect(takenOver).toEqual([true]);
  expect(takeOverPreload()).toBe(false);
  expect(await preferences.get('exactEngine')).toBeNull();
});
