import { useEffect } from 'react';
import type { Platform } from '../platform/index.ts';
import { loadBeside } from './lazy-screen.ts';

/** What is shown first has the line for itself. */
const settled = 2_000;

/** Once the agreements are accepted, the browser keeps the app's files: it then starts without a network. */
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
