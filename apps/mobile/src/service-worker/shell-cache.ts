import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Addresses that are no screens of the app: the service answers them, and nothing of what it answers is kept. */
const notScreens = [/^\/(?:api|otdf|\.well-known|healthz|readyz|metrics)(?:\/|$)/, /\.[a-z\d]+$/i];

/** Keeps the files of the build, and nothing else, so that the app starts and goes on without a network. */
export function keepShell(manifest: readonly (PrecacheEntry | string)[]): void {
  precacheAndRoute([...manifest], { cleanURLs: false });
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }));
}
