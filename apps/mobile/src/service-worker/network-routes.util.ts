import { servicePaths } from './screens.rules.ts';

type Route = { readonly condition: { readonly urlPattern: URLPatternInit }; readonly source: 'network' };

type URLPatternInit = { readonly pathname: string };

/** Chromium 123 and later; TypeScript's types lack it. */
type RoutedInstall = ExtendableEvent & { readonly addRoutes?: (routes: readonly Route[]) => Promise<void> };

/**
 * Routes calls of the service past the worker where the browser supports it. A poll then neither waits for the worker
 * to start nor restarts it while it ends, which makes Chromium miss the activation of a newer version.
 */
export function routeCallsToNetwork(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event: RoutedInstall) => {
    const routes = servicePaths.map((pathname): Route => {
      const urlPattern = { pathname: `${pathname}{/*}?` };
      return { condition: { urlPattern }, source: 'network' };
    });
    // Without routes the worker does the same, only slower.
    event.waitUntil(event.addRoutes?.(routes).catch(() => undefined) ?? Promise.resolve());
  });
}
