import type { Language } from '../language.store.ts';
import type { Agreement } from './agreement.ts';

export type { Agreement } from './agreement.ts';
export type AgreementName = 'licence' | 'privacy';

const texts: Readonly<Record<`${AgreementName}.${Language}`, () => Promise<Agreement>>> = {
  'licence.zh': async () => (await import('./licence.zh.ts')).licence,
  'licence.en': async () => (await import('./licence.en.ts')).licence,
  'privacy.zh': async () => (await import('./privacy.zh.ts')).privacy,
  'privacy.en': async () => (await import('./privacy.en.ts')).privacy,
};

export const loadAgreement = (name: AgreementName, language: Language): Promise<Agreement> =>
  texts[`${name}.${language}`]();
