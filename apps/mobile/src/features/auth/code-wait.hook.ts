import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { usePlatform } from '../../platform/index.ts';
import { loadCodeWaits, useCodeWaits } from './code-wait.store.ts';

/** Often enough that every second is shown in its time, however the timers of a page in the background drift. */
const look = 250;

/** Whole seconds until a code may be asked for again for a number or address; 0 where it may. Counts down by itself. */
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
      }, look);
      return () => clearInterval(timer);
    },
    [until, clock],
  );
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((until - clock.now()) / 1000)));
}
