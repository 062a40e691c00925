import { expect, test } from 'vitest';
import { isConsentGiven } from './consent.ts';

test.each([
  [true, false, true],
  [true, true, false],
  [true, null, false],
  [false, false, false],
  [null, false, false],
  [null, null, false],
])('licence %s and privacy %s: %s', (isAgreeLicence, privacyGuidelines, given) => {
  expect(isConsentGiven({ isAgreeLicence, privacyGuidelines })).toBe(given);
});
