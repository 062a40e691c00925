/**
 * A new version waits until no page of the old one is left, or until a person agrees: its files go with it, and a page
 * that still needs them may hold somebody's work.
 */
export function takeOverWhenAsked(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void worker.skipWaiting();
  });
  // The first page of all is served from here on as well: it may lose its network at any time.
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
}
