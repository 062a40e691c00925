/// <reference lib="webworker" />

import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { serveMedia } from './media.util.ts';
import { serveOnDemandFiles } from './on-demand-files.util.ts';
import { handlePushes } from './push-handlers.util.ts';
import { nonScreenPatterns, servicePaths } from './screens.rules.ts';

declare const self: ServiceWorkerGlobalScope;

routeCallsToNetwork();
// Before the shell: the first listener that responds wins.
serveMedia(self);
// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
const files = [...self.__WB_MANIFEST];
const urlOf = (file: (typeof files)[number]) => (typeof file === 'string' ? file : file.url);
const isOnDemand = (file: (typeof files)[number]) => urlOf(file).startsWith('assets/wa-sqlite-async-');
serveOnDemandFiles(
  self,
  files.filter(isOnDemand).map((file) => `/${urlOf(file)}`),
);
precacheShell(files.filter((file) => !isOnDemand(file)));
handleSkipWaiting();
handlePushes(self);

type Route = { readonly condition: { readonly urlPattern: URLPatternInit }; readonly source: 'network' };

type URLPatternInit = { readonly pathname: string };

/** Chromium 123 and later; TypeScript's types lack it. */
type RoutedInstall = ExtendableEvent & { readonly addRoutes?: (routes: readonly Route[]) => Promise<void> };

/**
 * Routes calls of the service past the worker where the browser supports it. A poll then neither waits for the worker
 * to start nor restarts it while it ends, which makes Chromium miss the activation of a newer version.
 */
function routeCallsToNetwork(): void {
  self.addEventListener('install', (event: RoutedInstall) => {
    const routes = servicePaths.map((pathname): Route => {
      const urlPattern = { pathname: `${pathname}{/*}?` };
      return { condition: { urlPattern }, source: 'network' };
    });
    // Without routes the worker does the same, only slower.
    event.waitUntil(event.addRoutes?.(routes).catch(() => undefined) ?? Promise.resolve());
  });
}

/** Caches the files of the build, and nothing else, so that the app starts and runs without a network. */
function precacheShell(manifest: readonly (PrecacheEntry | string)[]): void {
  precacheAndRoute([...manifest], { cleanURLs: false });
  cleanupOutdatedCaches();
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...nonScreenPatterns] }),
  );
}

/**
 * A new version waits until no page of the old one is open, or until the user agrees: it replaces the old files, and
 * a page that still needs them may contain unsaved work.
 */
function handleSkipWaiting(): void {
  self.addEventListener('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
  });
  // Also controls the first page from here on: it may lose its network at any time.
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
