/** The two stored values of section 3; null if nothing is stored yet. */
export interface StoredConsent {
  readonly isAgreeLicence: boolean | null;
  readonly privacyGuidelines: boolean | null;
}

/**
 * Whether the agreements are accepted (section 5). Before that, no device id, badge or push is used. The stored privacy
 * flag means "still to be shown", so consent requires it to be false.
 */
export function isConsentGiven(stored: StoredConsent): boolean {
  return stored.isAgreeLicence === true && stored.privacyGuidelines === false;
}
