import { isConsentGiven } from '@sealflow/domain/consent';
import { limits } from '@sealflow/domain/limits';
import type { PreferencesPort } from '../../../platform/index.ts';

const parseFlag = (stored: string | null) => (stored === null ? null : stored === 'true');

/** Whether the agreements are accepted (section 5), under the two names of section 3. */
export async function readConsent(preferences: PreferencesPort): Promise<boolean> {
  return isConsentGiven({
    isAgreeLicence: parseFlag(await preferences.get('isAgreeLicence')),
    privacyGuidelines: parseFlag(await preferences.get('privacyGuidelines')),
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
export function watchConsent(preferences: PreferencesPort, onAccepted: () => void): () => void {
  let isEnded = false;
  const stop = () => {
    isEnded = true;
    clearInterval(timer);
  };
  const poll = async () => {
    const isAccepted = await readConsent(preferences);
    if (!isAccepted || isEnded) return;
    stop();
    onAccepted();
  };
  const timer = setInterval(() => void poll(), limits.privacyPollMs);
  return stop;
}
