/** The two stored facts of section 3; null where nothing is stored yet. */
export interface StoredConsent {
  readonly isAgreeLicence: boolean | null;
  readonly privacyGuidelines: boolean | null;
}

/**
 * Whether the agreements are accepted (section 5). Before that no device id, no badge and no push. The privacy
 * flag means 'still to be shown', hence false.
 */
export function isConsentGiven(stored: StoredConsent): boolean {
  return stored.isAgreeLicence === true && stored.privacyGuidelines === false;
}
