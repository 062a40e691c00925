import type { Answer } from '@sealflow/contract';
import type { Agreement } from '@sealflow/domain/agreements/agreement';
import { licence as licenceEn } from '@sealflow/domain/agreements/licence.en';
import { licence as licenceZh } from '@sealflow/domain/agreements/licence.zh';
import { privacy as privacyEn } from '@sealflow/domain/agreements/privacy.en';
import { privacy as privacyZh } from '@sealflow/domain/agreements/privacy.zh';
import type { Language } from '../../infra/http/language.adapter.ts';

export type AgreementName = 'eula' | 'privacy-policy';
export type AgreementText = Answer<'GET /api/v1/eula'>;
export type AgreementTexts = Readonly<Record<AgreementName, Readonly<Record<Language, AgreementText>>>>;

/** The default texts. They are the same as in the app. */
const builtIn: AgreementTexts = {
  eula: {
    zh: textOf(licenceZh, 'zh', '密件通服务协议'),
    en: textOf(licenceEn, 'en', 'Service agreement'),
  },
  'privacy-policy': {
    zh: textOf(privacyZh, 'zh', '密件通隐私政策'),
    en: textOf(privacyEn, 'en', 'Privacy policy'),
  },
};

/**
 * The texts of this deployment: those of the operator where there are some, otherwise the default texts.
 * @param custom - the operator's texts. A text in only one language is also served for the other one.
 */
export function agreementTexts(
  own: Partial<Record<AgreementName, Partial<Record<Language, AgreementText>>>>,
): AgreementTexts {
  const of = (name: AgreementName) => {
    const { zh, en } = own[name] ?? {};
    const any = zh ?? en;
    return any === undefined ? builtIn[name] : { zh: zh ?? any, en: en ?? any };
  };
  return { eula: of('eula'), 'privacy-policy': of('privacy-policy') };
}

function textOf({ version, sections }: Agreement, language: Language, title: string): AgreementText {
  const parts = sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs]);
  return { version, language, title, text: parts.join('\n\n') };
}
