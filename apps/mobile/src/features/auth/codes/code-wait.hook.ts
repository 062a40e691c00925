import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { usePlatform } from '../../../platform/index.ts';
import { loadCodeWaits, useCodeWaits } from './code-wait.store.ts';

/** Below one second, so that a countdown shows every second even if timers of a background page drift. */
const tickIntervalMs = 250;

/** Seconds until the next code can be requested for an address, counting down; 0 if it can be requested now. */
export function useCodeWait(to: string | null): number {
  const { preferences, clock } = usePlatform();
  const until = useCodeWaits(({ waits }) => (to === null ? 0 : (waits[to] ?? 0)));
  useEffect(() => {
    void loadCodeWaits(preferences);
  }, [preferences]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (until <= clock.now()) return () => undefined;
      const timer = setInterval(() => {
        onChange();
        if (until <= clock.now()) clearInterval(timer);
      }, tickIntervalMs);
      return () => clearInterval(timer);
    },
    [until, clock],
  );
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((until - clock.now()) / 1000)));
}
