import { useState } from 'react';
import { readPreference, writePreference } from './preferences.util.ts';
import { useSession } from './session/session.store.ts';

/**
 * A setting of the signed-in person in this browser: another person who uses the browser neither sees nor changes it.
 * @param read - makes the value from what is stored, which an older version may have written.
 */
export function usePersonPreference<T>(
  name: string,
  read: (stored: unknown) => T,
): readonly [T, (value: T) => void] {
  const { aid } = useSession();
  const key = `${aid}:${name}`;
  const [value, setValue] = useState(() => read(readPreference(key)));
  const store = (next: T) => {
    setValue(next);
    writePreference(key, next);
  };
  return [value, store];
}
