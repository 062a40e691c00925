import type { Answer } from '@sealflow/contract';
import type { Agreement } from '@sealflow/domain/agreements/agreement';
import { licence as licenceEn } from '@sealflow/domain/agreements/licence.en';
import { licence as licenceZh } from '@sealflow/domain/agreements/licence.zh';
import { privacy as privacyEn } from '@sealflow/domain/agreements/privacy.en';
import { privacy as privacyZh } from '@sealflow/domain/agreements/privacy.zh';
import type { Language } from '../../../infra/http/language.util.ts';

export type AgreementName = 'eula' | 'privacy-policy';
export type AgreementText = Answer<'GET /api/v1/eula'>;
export type AgreementTexts = Readonly<Record<AgreementName, Readonly<Record<Language, AgreementText>>>>;

/** The default texts. They are the same as in the app. */
const defaultTexts: AgreementTexts = {
  eula: {
    zh: toAgreementText(licenceZh, 'zh', '密件通服务协议'),
    en: toAgreementText(licenceEn, 'en', 'Service agreement'),
  },
  'privacy-policy': {
    zh: toAgreementText(privacyZh, 'zh', '密件通隐私政策'),
    en: toAgreementText(privacyEn, 'en', 'Privacy policy'),
  },
};

/**
 * The texts of this deployment: those of the operator where there are some, otherwise the default texts.
 * @param custom - the operator's texts. A text in only one language is also served for the other one.
 */
export function agreementTexts(
  customTexts: Partial<Record<AgreementName, Partial<Record<Language, AgreementText>>>>,
): AgreementTexts {
  const textsOf = (name: AgreementName) => {
    const { zh, en } = customTexts[name] ?? {};
    const available = zh ?? en;
    return available === undefined ? defaultTexts[name] : { zh: zh ?? available, en: en ?? available };
  };
  return { eula: textsOf('eula'), 'privacy-policy': textsOf('privacy-policy') };
}

function toAgreementText({ version, sections }: Agreement, language: Language, title: string): AgreementText {
  const parts = sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs]);
  return { version, language, title, text: parts.join('\n\n') };
}
