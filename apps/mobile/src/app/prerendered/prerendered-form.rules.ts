import { isConsentGiven } from '@sealflow/domain/consent';
import { type Language, pickLanguage } from '../../i18n/pick-language.rules.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';

/** What the texts of the form depend on. The document has a form for each. */
export type FormVariant = {
  readonly language: Language;
  /** Whether a password was set on this device. */
  readonly hasPassword: boolean;
};

/** All forms of the document. A function, because the script of the document is also evaluated where `flatMap` is missing. */
export const formVariants = (): readonly FormVariant[] =>
  (['zh', 'en'] as const).flatMap((language) =>
    [false, true].map((hasPassword) => ({ language, hasPassword })),
  );

/** The id of the template of a form. */
export const templateId = ({ language, hasPassword }: FormVariant): string =>
  `sign-in-${language}${hasPassword ? '-again' : ''}`;

type Visit = {
  readonly location: Pick<Location, 'pathname' | 'search'>;
  readonly languages: readonly string[];
  readonly preference: (
    key: 'isAgreeLicence' | 'privacyGuidelines' | 'signedOut' | 'language' | 'haveResetPwd',
  ) => string | null;
};

const parseFlag = (stored: string | null) => (stored === null ? null : stored === 'true');

/**
 * The form that a visit starts with. @returns null if it starts with another screen, or if that is not known: the form
 * must not appear to a signed-in user.
 */
export function formOfVisit({ location, languages, preference }: Visit): FormVariant | null {
  const isAtSignIn = location.pathname === paths.root || location.pathname === paths.pwdlogin;
  const isAgreed = isConsentGiven({
    isAgreeLicence: parseFlag(preference('isAgreeLicence')),
    privacyGuidelines: parseFlag(preference('privacyGuidelines')),
  });
  if (!isAtSignIn || location.search !== '' || !isAgreed || preference('signedOut') !== 'true') return null;
  return {
    language: pickLanguage(preference('language'), languages),
    hasPassword: preference('haveResetPwd') === 'true',
  };
}
