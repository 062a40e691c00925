import type { Answer } from '@sealflow/contract';
import type { Agreement } from '@sealflow/domain/agreements/agreement';
import { licence as licenceEn } from '@sealflow/domain/agreements/licence.en';
import { licence as licenceZh } from '@sealflow/domain/agreements/licence.zh';
import { privacy as privacyEn } from '@sealflow/domain/agreements/privacy.en';
import { privacy as privacyZh } from '@sealflow/domain/agreements/privacy.zh';
import type { DatabaseHandle } from '../../../infra/database/index.ts';
import type { Language } from '../../../infra/http/language.util.ts';
import { type AgreementVersionRow, selectNewestVersion } from './agreement-versions.repository.ts';

export type AgreementName = 'eula' | 'privacy-policy';
export type AgreementText = Answer<'GET /api/v1/eula'>;
type AgreementPair = Readonly<Record<Language, AgreementText>>;
/** The operator's texts of `LEGAL_DIR`. */
export type CustomAgreements = Partial<Record<AgreementName, Partial<Record<Language, AgreementText>>>>;

export interface AgreementInForce {
  /** Where the text in force comes from. */
  readonly source: 'built_in' | 'published' | 'files';
  readonly publishedAt: Date | null;
  /** Whether accounts that agreed to an earlier version are asked for this one. */
  readonly asksAgain: boolean;
  readonly texts: AgreementPair;
}

/** The default texts. They are the same as in the app. */
const defaultTexts: Readonly<Record<AgreementName, AgreementPair>> = {
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
 * The agreement in force: the files of the operator, otherwise the newest version that an operator published, otherwise the default
 * text.
 * @param customTexts - the operator's files. A text in only one language is also served for the other one.
 */
export async function findAgreement(
  db: DatabaseHandle,
  customTexts: CustomAgreements,
  name: AgreementName,
): Promise<AgreementInForce> {
  const { zh, en } = customTexts[name] ?? {};
  const available = zh ?? en;
  if (available) return { ...unasked, source: 'files', texts: { zh: zh ?? available, en: en ?? available } };
  const row = await selectNewestVersion(db, name);
  return row
    ? {
        source: 'published',
        publishedAt: row.published_at,
        asksAgain: row.asks_again,
        texts: textsOf(row),
      }
    : { ...unasked, source: 'built_in', texts: defaultTexts[name] };
}

/** What a text has that no operator published. */
const unasked = { publishedAt: null, asksAgain: false } as const;

function textsOf({ version, ...row }: AgreementVersionRow): AgreementPair {
  return {
    zh: { version, language: 'zh', title: row.zh_title, text: row.zh_text },
    en: { version, language: 'en', title: row.en_title, text: row.en_text },
  };
}

function toAgreementText({ version, sections }: Agreement, language: Language, title: string): AgreementText {
  const parts = sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs]);
  return { version, language, title, text: parts.join('\n\n') };
}
