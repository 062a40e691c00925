import type { PreferencesPort } from '../platform/index.ts';

/** Counts the starts of the app under the key of section 3; what is no number begins anew. */
export async function countLaunch(preferences: Pick<PreferencesPort, 'get' | 'set'>): Promise<void> {
  const before = Number(await preferences.get('launchTimes'));
  await preferences.set('launchTimes', String((Number.isSafeInteger(before) ? before : 0) + 1));
}
