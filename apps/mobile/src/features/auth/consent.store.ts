import { isConsentGiven } from '@sealflow/domain/consent';
import { limits } from '@sealflow/domain/limits';
import type { PreferencesPort } from '../../platform/index.ts';

const flag = (stored: string | null) => (stored === null ? null : stored === 'true');

/** Whether the agreements are accepted (section 5), under the two names of section 3. */
export async function readConsent(preferences: PreferencesPort): Promise<boolean> {
  return isConsentGiven({
    isAgreeLicence: flag(await preferences.get('isAgreeLicence')),
    privacyGuidelines: flag(await preferences.get('privacyGuidelines')),
  });
}

export async function acceptAgreements(preferences: PreferencesPort): Promise<void> {
  await preferences.set('isAgreeLicence', 'true');
  await preferences.set('privacyGuidelines', 'false');
}

/**
 * Polls once a second (section 9) whether the agreements were accepted, also in another tab.
 * @returns a function that stops the polling.
 */
export function watchConsent(preferences: PreferencesPort, onGiven: () => void): () => void {
  let over = false;
  const end = () => {
    over = true;
    clearInterval(timer);
  };
  const look = async () => {
    const given = await readConsent(preferences);
    if (!given || over) return;
    end();
    onGiven();
  };
  const timer = setInterval(() => void look(), limits.privacyPollTime);
  return end;
}
