import type { PreferencesPort } from '../platform/index.ts';

/** Counts the starts of the app under the key of section 3; an invalid stored number restarts the count. */
export async function countLaunch(preferences: Pick<PreferencesPort, 'get' | 'set'>): Promise<void> {
  const before = Number(await preferences.get('launchTimes'));
  await preferences.set('launchTimes', String((Number.isSafeInteger(before) ? before : 0) + 1));
}
