import type { Agreement } from '@sealflow/domain/agreements/agreement';
import type { Language } from '../pick-language.rules.ts';

export type { Agreement } from '@sealflow/domain/agreements/agreement';
export type AgreementName = 'licence' | 'privacy';

const texts: Readonly<Record<`${AgreementName}.${Language}`, () => Promise<Agreement>>> = {
  'licence.zh': async () => (await import('@sealflow/domain/agreements/licence.zh')).licence,
  'licence.en': async () => (await import('@sealflow/domain/agreements/licence.en')).licence,
  'privacy.zh': async () => (await import('@sealflow/domain/agreements/privacy.zh')).privacy,
  'privacy.en': async () => (await import('@sealflow/domain/agreements/privacy.en')).privacy,
};

export const loadAgreement = (name: AgreementName, language: Language): Promise<Agreement> =>
  texts[`${name}.${language}`]();
