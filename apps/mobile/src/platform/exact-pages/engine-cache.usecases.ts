import type { EngineChunk, EngineManifest, ReadEngine } from '@sealflow/viewers/exact/engine.types.ts';

const cacheName = 'exact-engine';
const urlOf = ({ sha256 }: EngineChunk) => `/exact-engine/${sha256}.bin`;

/** A chunk does not have the content that the build of the app names. */
export class EngineDamagedError extends Error {
  constructor() {
    super('chunk of the engine does not match its digest');
    this.name = 'EngineDamagedError';
  }
}

/** Why exact pages are not available on this device. */
export type ExactPagesObstacle = 'notBuilt' | 'notIsolated' | 'littleMemory';

/** Chromium reports at most 8; the engine and the page need 1.2 GB. */
const minDeviceMemoryGigabytes = 4;

/** Tells what prevents exact pages here, or null. Other browsers than Chromium do not report their memory. */
export function exactPagesObstacle(manifest: EngineManifest | null): ExactPagesObstacle | null {
  if (manifest === null) return 'notBuilt';
  if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer === 'undefined') return 'notIsolated';
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  return deviceMemory !== undefined && deviceMemory < minDeviceMemoryGigabytes ? 'littleMemory' : null;
}

const chunksOf = ({ files }: EngineManifest): readonly EngineChunk[] => Object.values(files).flat();

/** The size of the engine after decompression, in bytes. */
export const engineBytes = (manifest: EngineManifest): number =>
  chunksOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0);

/** The chunks that the device lacks. */
async function missingChunks(manifest: EngineManifest): Promise<readonly EngineChunk[]> {
  const cache = await caches.open(cacheName);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return chunksOf(manifest).filter((chunk) => !cached.has(urlOf(chunk)));
}

/** Whether the device has this version of the engine, so that no network is needed. */
export const isEngineCached = async (manifest: EngineManifest): Promise<boolean> =>
  (await missingChunks(manifest)).length === 0;

/**
 * Fetches, verifies and stores what the device lacks, and deletes chunks of other versions. A download that was interrupted
 * continues with its first missing chunk.
 * @param onProgress - gets the share of the engine that is stored, 0 to 1.
 * @throws EngineDamagedError if a chunk does not match the manifest; nothing of the chunk is stored.
 * @throws DOMException `QuotaExceededError` if the device has no room; what is stored stays.
 */
export async function downloadEngine(
  manifest: EngineManifest,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<void> {
  const cache = await caches.open(cacheName);
  const missing = await missingChunks(manifest);
  const total = engineBytes(manifest);
  let stored = total - missing.reduce((sum, { bytes }) => sum + bytes, 0);
  onProgress(stored / total);
  for (const chunk of missing) {
    // The service worker caches nothing of it, and the browser's own cache would keep a second copy.
    const response = await fetch(urlOf(chunk), { signal, cache: 'no-store' });
    if (!response.ok) throw new Error(`chunk of the engine: status ${response.status}`);
    const bytes = await response.arrayBuffer();
    await assertDigest(bytes, chunk);
    signal.throwIfAborted();
    await cache.put(urlOf(chunk), new Response(bytes));
    stored += chunk.bytes;
    onProgress(stored / total);
  }
  const current = new Set(chunksOf(manifest).map(urlOf));
  for (const request of await cache.keys())
    if (!current.has(new URL(request.url).pathname)) await cache.delete(request);
}

async function assertDigest(bytes: ArrayBuffer, chunk: EngineChunk): Promise<void> {
  if (!(await matchesDigest(bytes, chunk))) throw new EngineDamagedError();
}

async function matchesDigest(bytes: ArrayBuffer, { sha256 }: EngineChunk): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

/**
 * Deletes stored chunks that no longer match the manifest, as after a fault of the disk. The next download fetches them again.
 * Hashing takes about a second, so the engine's start does not wait for it: it runs after a failed conversion.
 * @returns whether a chunk was damaged.
 */
export async function removeDamagedChunks(manifest: EngineManifest): Promise<boolean> {
  const cache = await caches.open(cacheName);
  let isDamaged = false;
  for (const chunk of chunksOf(manifest)) {
    const response = await cache.match(urlOf(chunk));
    if (!response || (await matchesDigest(await response.arrayBuffer(), chunk))) continue;
    await cache.delete(urlOf(chunk));
    isDamaged = true;
  }
  return isDamaged;
}

/** Creates the function by which the frame reads the stored engine. */
export function readCachedEngine(manifest: EngineManifest): ReadEngine {
  return async (file, index) => {
    const chunk = manifest.files[file]?.[index];
    if (!chunk) return null;
    const response = await (await caches.open(cacheName)).match(urlOf(chunk));
    if (!response) throw new Error('chunk of the engine is not stored');
    return new Uint8Array(await response.arrayBuffer());
  };
}

/** The bytes that the engine takes on this device; 0 without one. */
export async function measureEngine(): Promise<number> {
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return 0;
  const cache = await caches.open(cacheName);
  const responses = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  const sizes = await Promise.all(responses.map(async (response) => (await response?.blob())?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Deletes the engine. The next exact page fetches it again, after a question. */
export const removeEngine = async (): Promise<void> => void (await caches.delete(cacheName));
