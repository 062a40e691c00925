import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { nonScreenPatterns } from './screens.rules.ts';

/** Caches the files of the build, and nothing else, so that the app starts and runs without a network. */
export function precacheShell(manifest: readonly (PrecacheEntry | string)[]): void {
  precacheAndRoute([...manifest], { cleanURLs: false });
  cleanupOutdatedCaches();
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...nonScreenPatterns] }),
  );
}
