import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { usePlatform } from '../platform.hook.ts';
import type { PreferencesPort } from '../ports/preferences.port.ts';

/** Null until the preference has been read. */
const useSetting = create<{ readonly on: boolean | null }>(() => ({ on: null }));

async function readSetting(preferences: PreferencesPort): Promise<void> {
  const isRead = () => useSetting.getState().on !== null;
  if (isRead()) return;
  const stored = await preferences.get('speakMessages');
  // The user may have changed it meanwhile.
  if (!isRead()) useSetting.setState({ on: stored !== 'false' });
}

/** Whether spoken messages are read aloud as they arrive; on by default. */
export function useSpeakMessages(): readonly [on: boolean, set: (on: boolean) => void] {
  const { preferences } = usePlatform();
  const isOn = useSetting(({ on }) => on !== false);
  useEffect(() => {
    void readSetting(preferences);
  }, [preferences]);
  const set = useCallback(
    (next: boolean) => {
      useSetting.setState({ on: next });
      void preferences.set('speakMessages', String(next));
    },
    [preferences],
  );
  return [isOn, set];
}
