import type { Answer, Body } from '@sealflow/contract';
import type { Clock } from '../../../infra/clock/clock.port.ts';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  inTransaction,
} from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { recordAct } from '../../audit/audit.usecases.ts';
import {
  countConsents,
  countOpenAccounts,
  insertVersion,
  selectVersions,
} from './agreement-versions.repository.ts';
import {
  type AgreementName,
  type AgreementText,
  type CustomAgreements,
  findAgreement,
} from './agreements.usecases.ts';

export interface AgreementServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly customTexts: CustomAgreements;
}

type AgreementsAnswer = Answer<'GET /api/v1/admin/agreements'>['data'];
type VersionsAnswer = Answer<'GET /api/v1/admin/agreements/{agreement}/versions'>;
type PublishCall = 'POST /api/v1/admin/agreements/{agreement}/versions';

const names: readonly AgreementName[] = ['eula', 'privacy-policy'];

/** The agreements in force with their texts, and how many accounts agreed to them. */
export async function listAgreements({ db, customTexts }: AgreementServices): Promise<AgreementsAnswer> {
  const accounts = await countOpenAccounts(db);
  return Promise.all(
    names.map(async (agreement) => {
      const { source, publishedAt, asksAgain, texts } = await findAgreement(db, customTexts, agreement);
      const { version } = texts.zh;
      const consents = await countConsents(db, { agreement, versions: [version] });
      return {
        agreement,
        version,
        source,
        publishedAt: publishedAt?.getTime() ?? null,
        asksAgain,
        agreed: consents.get(version) ?? 0,
        accounts,
        zh: withoutVersion(texts.zh),
        en: withoutVersion(texts.en),
      };
    }),
  );
}

const withoutVersion = ({ title, text }: AgreementText) => ({ title, text });

/** The versions that operators published, the newest first. */
export async function listVersions(
  db: DatabaseHandle,
  page: { agreement: AgreementName; skip: number; limit: number },
): Promise<VersionsAnswer> {
  const { total, rows } = await selectVersions(db, page);
  const versions = rows.map(({ version }) => version);
  const consents = await countConsents(db, { agreement: page.agreement, versions });
  return {
    total,
    data: rows.map((row) => ({
      version: row.version,
      publishedAt: row.published_at.getTime(),
      publishedBy: row.published_by,
      asksAgain: row.asks_again,
      agreed: consents.get(row.version) ?? 0,
      zh: { title: row.zh_title, text: row.zh_text },
      en: { title: row.en_title, text: row.en_text },
    })),
  };
}

/**
 * Publishes a version, which is in force at once on every node. The draft stays.
 * @throws ServiceError `admin.agreement_from_files`, `admin.agreement_version_exists`.
 */
export async function publishAgreement(
  services: AgreementServices,
  author: { agreement: AgreementName; operatorID: string },
  { asksAgain = false, ...content }: Body<PublishCall>,
): Promise<Answer<PublishCall>['data']> {
  const at = new Date(services.clock());
  await inTransaction(services.db, (transaction) =>
    insertPublished(services, { ...author, transaction, at }, { ...content, asksAgain }),
  );
  return { version: content.version, publishedAt: at.getTime() };
}

/** Inserts a published version with its audit record, in the transaction of the caller. */
export async function insertPublished(
  { customTexts }: Pick<AgreementServices, 'customTexts'>,
  publication: {
    agreement: AgreementName;
    operatorID: string;
    transaction: DatabaseTransaction;
    at: Date;
  },
  { version, zh, en, asksAgain }: Required<Body<PublishCall>>,
): Promise<void> {
  const { agreement, operatorID, transaction, at } = publication;
  if (customTexts[agreement]) throw new ServiceError('admin.agreement_from_files');
  const isInserted = await insertVersion(transaction, {
    agreement,
    version,
    zh_title: zh.title,
    zh_text: zh.text,
    en_title: en.title,
    en_text: en.text,
    asks_again: asksAgain,
    published_at: at,
    published_by: operatorID,
  });
  if (!isInserted) throw new ServiceError('admin.agreement_version_exists');
  const actor = { kind: 'operator', tid: null, operatorID } as const;
  const act = { act: 'deployment.agreement_published', subject: `${agreement} ${version}` } as const;
  await recordAct({ handle: transaction, actor, at }, act);
}
