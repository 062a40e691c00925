import { useEffect } from 'react';
import type { Platform } from '../platform/index.ts';
import { loadBeside } from './lazy-screen.ts';

/** The first screen's requests have the network to themselves. */
const settled = 2_000;

/** Registers the service worker once the agreements are accepted, so that the app starts without a network. */
export function useKeptFiles({ kind }: Platform, consent: boolean): void {
  useEffect(() => {
    if (!consent || kind !== 'web') return undefined;
    const timer = setTimeout(() => {
      loadBeside(() => import('../platform/updates/web-update.ts'))
        .then(({ watchWebUpdates }) => watchWebUpdates())
        .catch(() => undefined);
    }, settled);
    return () => clearTimeout(timer);
  }, [consent, kind]);
}
