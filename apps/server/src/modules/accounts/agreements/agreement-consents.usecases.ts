import type { Answer } from '@sealflow/contract';
import { inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { Language } from '../../../infra/http/language.util.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import { insertConsent, selectUnanswered } from './agreement-consents.repository.ts';
import type { AgreementServices } from './agreement-versions.usecases.ts';
import { type AgreementName, type AgreementText, findAgreement } from './agreements.usecases.ts';

/**
 * The agreements in force that ask the account to agree again, with their texts. Texts of `LEGAL_DIR` ask nobody, because the
 * service does not know which of them changed.
 */
export async function listUnanswered(
  { db, customTexts }: AgreementServices,
  { aid, language }: { aid: string; language: Language },
): Promise<Answer<'GET /api/v1/account/agreements'>['data']> {
  const unanswered: { agreement: AgreementName; text: AgreementText }[] = [];
  for (const agreement of await selectUnanswered(db, aid)) {
    const { source, texts } = await findAgreement(db, customTexts, agreement);
    if (source === 'published') unanswered.push({ agreement, text: texts[language] });
  }
  return unanswered.map(({ agreement, text: { version, title, text } }) => ({
    agreement,
    version,
    language,
    title,
    text,
  }));
}

/**
 * Records that the account agrees to the version in force. A repetition has no effect.
 * @throws ServiceError `login.agreement_changed` if another version is in force.
 */
export async function agree(
  { db, clock, customTexts }: AgreementServices,
  { aid, deviceID }: { aid: string; deviceID: string | null },
  { agreement, version }: { agreement: AgreementName; version: string },
): Promise<void> {
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    const { source, texts } = await findAgreement(transaction, customTexts, agreement);
    if (source !== 'published' || texts.zh.version !== version)
      throw new ServiceError('login.agreement_changed');
    const isNew = await insertConsent(transaction, { agreement, version, aid, agreed_at: at });
    if (!isNew) return;
    const act = { act: 'account.agreed', subject: `${agreement} ${version}` } as const;
    await recordAccountAct(transaction, { aid, deviceID, at }, act);
  });
}
