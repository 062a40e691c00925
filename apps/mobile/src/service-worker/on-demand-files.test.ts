import { afterEach, expect, it, vi } from 'vitest';
import { cacheOnDemandFilesMessage } from '../platform/adapters/web/on-demand-files.util.ts';
import { onDemandCacheName, serveOnDemandFiles } from './on-demand-files.util.ts';

const origin = 'https://files.example';
const urlOf = (path: string) => new URL(path, origin).href;

/** Stubs the methods of `caches` that the worker uses. `addAll` fetches. */
function stubCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (path: string) => store.get(urlOf(path)),
      addAll: async (paths: readonly string[]) => {
        for (const path of paths) store.set(urlOf(path), await fetch(urlOf(path)));
      },
      keys: async () => [...store.keys()].map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => store.delete(url),
    };
  };
  vi.stubGlobal('caches', {
    open,
    has: async (name: string) => stores.has(name),
    match: async (url: string, { cacheName }: { cacheName: string }) => stores.get(cacheName)?.get(url),
  });
  return () => [...(stores.get(onDemandCacheName)?.keys() ?? [])].map((url) => new URL(url).pathname);
}

/** One version of the worker. */
function install(paths: readonly string[]) {
  const worker = Object.assign(new EventTarget(), { location: { origin } });
  serveOnDemandFiles(worker as ServiceWorkerGlobalScope, paths);
  const send = async (type: string, members: object = {}) => {
    const works: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void works.push(work);
    worker.dispatchEvent(Object.assign(new Event(type), { waitUntil, respondWith: waitUntil, ...members }));
    const [answer] = await Promise.all(works);
    return answer;
  };
  return {
    install: () => send('install'),
    activate: () => send('activate'),
    message: (type: string) => send('message', { data: { type } }),
    ask: (path: string) => send('fetch', { request: { url: urlOf(path) } }),
  };
}

const network = vi.fn<(url: string) => Promise<Response>>();

function setUp() {
  network.mockReset();
  network.mockImplementation(async (url) => new Response(url));
  vi.stubGlobal('fetch', (input: string | { url: string }) =>
    network(typeof input === 'string' ? input : input.url),
  );
  return stubCaches();
}

afterEach(() => vi.unstubAllGlobals());

it('caches nothing in a browser whose pages request no caching', async () => {
  const cached = setUp();
  const worker = install(['/assets/engine-1.js']);
  await worker.install();
  await worker.activate();
  await worker.message('SKIP_WAITING');
  expect(cached()).toEqual([]);
  expect(network).not.toHaveBeenCalled();
});

it('serves a cached file offline after a page requested its caching', async () => {
  const cached = setUp();
  const worker = install(['/assets/engine-1.js', '/assets/engine-1.wasm']);
  await worker.message(cacheOnDemandFilesMessage);
  expect(cached()).toEqual(['/assets/engine-1.js', '/assets/engine-1.wasm']);
  network.mockRejectedValue(new TypeError('offline'));
  const answer = await worker.ask('/assets/engine-1.js');
  expect(await (answer as Response).text()).toBe(urlOf('/assets/engine-1.js'));
  expect(await worker.ask('/assets/other.js'), 'is left to others').toBeUndefined();
  // A second message without a network changes nothing.
  await worker.message(cacheOnDemandFilesMessage);
  expect(cached()).toHaveLength(2);
});

it('requests a file that is not cached from the network', async () => {
  setUp();
  const answer = await install(['/assets/engine-1.js']).ask('/assets/engine-1.js');
  expect(await (answer as Response).text()).toBe(urlOf('/assets/engine-1.js'));
});

it('caches the files of a new version on install, and deletes the old files on activation', async () => {
  const cached = setUp();
  await install(['/assets/engine-1.js']).message(cacheOnDemandFilesMessage);
  const next = install(['/assets/engine-2.js']);
  await next.install();
  expect(cached()).toEqual(['/assets/engine-1.js', '/assets/engine-2.js']);
  await next.activate();
  expect(cached()).toEqual(['/assets/engine-2.js']);
});
