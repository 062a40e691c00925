import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { usePlatform } from '../platform.hook.ts';

/** Null until the preference has been read. */
const useSetting = create<{ readonly on: boolean | null }>(() => ({ on: null }));

/** Whether spoken messages are read aloud as they arrive; on by default. */
export function useSpeakMessages(): readonly [on: boolean, set: (on: boolean) => void] {
  const { preferences } = usePlatform();
  const on = useSetting((state) => state.on);
  useEffect(() => {
    if (on !== null) return;
    void preferences.get('speakMessages').then((value) => useSetting.setState({ on: value !== 'false' }));
  }, [preferences, on]);
  const set = useCallback(
    (next: boolean) => {
      useSetting.setState({ on: next });
      void preferences.set('speakMessages', String(next));
    },
    [preferences],
  );
  return [on !== false, set];
}
