import { useEffect } from 'react';
import type { Platform } from '../platform/index.ts';
import { loadWithRetry } from './lazy-screen.util.ts';

/** The first screen's requests have the network to themselves. */
const startDelayMs = 2_000;

/** Registers the service worker once the agreements are accepted, so that the app starts without a network. */
export function useServiceWorker({ kind }: Platform, consent: boolean): void {
  useEffect(() => {
    if (!consent || kind !== 'web') return undefined;
    const timer = setTimeout(() => {
      loadWithRetry(() => import('../platform/updates/web-update.usecases.ts'))
        .then(({ watchWebUpdates }) => watchWebUpdates())
        .catch(() => undefined);
    }, startDelayMs);
    return () => clearTimeout(timer);
  }, [consent, kind]);
}
