import { cacheOnDemandFilesMessage } from '../platform/adapters/web/on-demand-files.util.ts';

export const onDemandCacheName = 'rare-files';

/**
 * Caches files that few browsers need once a page requests it, and with each later version when it is installed.
 * @param paths - the absolute paths of the files, which have a hash in their names
 */
export function serveOnDemandFiles(worker: ServiceWorkerGlobalScope, paths: readonly string[]): void {
  const isOnDemand = (url: string) => {
    const { origin, pathname } = new URL(url);
    return origin === worker.location.origin && paths.includes(pathname);
  };
  const addMissing = async () => {
    const cache = await caches.open(onDemandCacheName);
    const isCached = await Promise.all(paths.map(async (path) => (await cache.match(path)) !== undefined));
    await cache.addAll(paths.filter((_, index) => !isCached[index]));
  };
  const deleteOutdated = async () => {
    if (!(await caches.has(onDemandCacheName))) return;
    const cache = await caches.open(onDemandCacheName);
    for (const request of await cache.keys()) if (!isOnDemand(request.url)) await cache.delete(request);
  };

  worker.addEventListener('message', (event) => {
    if ((event.data as { type?: unknown } | null)?.type === cacheOnDemandFilesMessage)
      // Without a network the next start requests it again.
      event.waitUntil(addMissing().catch(() => undefined));
  });
  worker.addEventListener('install', (event) =>
    event.waitUntil(caches.has(onDemandCacheName).then((isNeeded) => (isNeeded ? addMissing() : undefined))),
  );
  worker.addEventListener('activate', (event) => event.waitUntil(deleteOutdated()));
  worker.addEventListener('fetch', (event) => {
    if (!isOnDemand(event.request.url)) return;
    const cached = caches.match(event.request.url, { cacheName: onDemandCacheName, ignoreVary: true });
    event.respondWith(cached.then((response) => response ?? fetch(event.request)));
  });
}
