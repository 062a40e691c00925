/**
 * A new version waits until no page of the old one is open, or until the user agrees: it replaces the old files, and
 * a page that still needs them may contain unsaved work.
 */
export function handleSkipWaiting(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void worker.skipWaiting();
  });
  // Also controls the first page from here on: it may lose its network at any time.
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
}
