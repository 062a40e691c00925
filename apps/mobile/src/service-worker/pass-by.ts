import { servicePaths } from './screens.rules.ts';

type Route = { readonly condition: { readonly urlPattern: URLPatternInit }; readonly source: 'network' };

type URLPatternInit = { readonly pathname: string };

/** Chromium 123 and later; TypeScript does not know it yet. */
type RoutedInstall = ExtendableEvent & { readonly addRoutes?: (routes: readonly Route[]) => Promise<void> };

/**
 * Has calls of the service pass by the worker where the browser can: a poll then neither waits for it to start nor starts
 * it again while it ends, for which Chromium forgets that a newer version was to take its place.
 */
export function letCallsPassBy(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event: RoutedInstall) => {
    const routes = servicePaths.map((pathname): Route => {
      const urlPattern = { pathname: `${pathname}{/*}?` };
      return { condition: { urlPattern }, source: 'network' };
    });
    // Without them the worker does the same, only slower.
    event.waitUntil(event.addRoutes?.(routes).catch(() => undefined) ?? Promise.resolve());
  });
}
