/** By this message a page asks the service worker to cache what few browsers need. */
export const cacheRareFilesMessage = 'CACHE_RARE_FILES';

/**
 * Has the service worker cache the database engine for browsers without synchronous file handles, or the documents cannot be
 * listed offline there. It is as large as all other files together, so the others do not load it.
 */
export function cacheRareFiles(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  // At the first visit the service worker is still being installed; where none may be, nothing is cached.
  serviceWorker?.ready
    .then(({ active }) => active?.postMessage({ type: cacheRareFilesMessage }))
    .catch(() => undefined);
}
