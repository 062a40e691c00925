import { useEffect, useMemo } from 'react';
import { useApi } from './api.hook.ts';
import { changePreference, preferenceKey, usePreferenceStore } from './person-preference.store.ts';
import { keepPreferences } from './preference-sync.usecases.ts';
import { readPreference } from './preferences.util.ts';
import { useSession } from './session/session.store.ts';

/**
 * A setting of the signed-in person. The service stores it, so that it follows the person; this browser has a copy for the
 * first paint. Another person who uses the browser neither sees nor changes it.
 * @param read - makes the value from what is stored, which an older version may have written.
 */
export function usePersonPreference<T>(
  name: string,
  read: (stored: unknown) => T,
): readonly [T, (value: T) => void] {
  const { aid } = useSession();
  const key = preferenceKey(aid, name);
  const known = usePreferenceStore(({ values }) => values[key]);
  const value = useMemo(() => read(known === undefined ? readPreference(key) : known), [known, key, read]);
  return [value, (next) => changePreference(aid, name, next)];
}

/** Keeps the settings of the signed-in person the same in the service and in this browser. */
export function usePreferenceSync(): void {
  const api = useApi();
  const { aid } = useSession();
  useEffect(() => keepPreferences(api, aid), [api, aid]);
}
