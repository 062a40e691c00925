import type { PreferencesPort } from '../../platform/index.ts';

/** Keeps the acceptance under the two names of specification section 3. */
export async function acceptAgreements(preferences: PreferencesPort): Promise<void> {
  await preferences.set('isAgreeLicence', 'true');
  await preferences.set('privacyGuidelines', 'false');
}
