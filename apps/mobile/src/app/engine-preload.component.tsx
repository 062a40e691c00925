import { useEffect } from 'react';
import { watchConnection } from '../platform/exact-pages/connection.util.ts';
import { usePlatform } from '../platform/index.ts';
import { useSignedIn } from '../platform/session/index.ts';
import { useOnline } from '../shell/online.hook.ts';

/** The first screens have the network to themselves. */
const preloadDelayMs = 10_000;

/**
 * Downloads the engine of exact pages after the sign-in, if the organisation wants that, while the connection is unmetered. A
 * failed download continues at the next sign-in, or when the connection changes.
 */
export function EnginePreload() {
  const { preferences } = usePlatform();
  const { user } = useSignedIn();
  const online = useOnline();
  const isWanted = online && user?.exactPages === 'preload';
  useEffect(() => {
    if (!isWanted) return undefined;
    let end = new AbortController();
    const preload = async ({ signal }: AbortController) => {
      const [{ default: manifest }, { preloadEngine }] = await Promise.all([
        import('virtual:exact-engine-manifest'),
        import('../platform/exact-pages/engine-preload.store.ts'),
      ]);
      if (!signal.aborted) await preloadEngine(manifest, { preferences, signal });
    };
    const begin = (isMetered: boolean) => {
      end.abort();
      end = new AbortController();
      if (!isMetered) void preload(end).catch(() => undefined);
    };
    const connection = watchConnection(begin);
    const timer = setTimeout(() => begin(connection.isMetered()), preloadDelayMs);
    return () => {
      clearTimeout(timer);
      connection.end();
      end.abort();
    };
  }, [isWanted, preferences]);
  return null;
}
