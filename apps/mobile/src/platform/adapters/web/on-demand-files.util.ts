/** Message by which a page asks the service worker to cache files that few browsers need. */
export const cacheOnDemandFilesMessage = 'CACHE_RARE_FILES';

/**
 * Makes the service worker cache the database engine for browsers without synchronous file handles, which could not
 * list documents offline otherwise. It is as large as all other files together, so the other browsers do not load it.
 */
export function cacheOnDemandFiles(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  // At the first visit the service worker is still being installed; where none is allowed, nothing is cached.
  serviceWorker?.ready
    .then(({ active }) => active?.postMessage({ type: cacheOnDemandFilesMessage }))
    .catch(() => undefined);
}
