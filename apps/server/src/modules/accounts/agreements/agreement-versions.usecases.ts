import type { Answer, Body } from '@sealflow/contract';
import type { Clock } from '../../../infra/clock/clock.port.ts';
import { type DatabaseHandle, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { recordAct } from '../../audit/audit.usecases.ts';
import { insertVersion, selectVersions } from './agreement-versions.repository.ts';
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

/** The agreements in force with their texts. */
export function listAgreements({ db, customTexts }: AgreementServices): Promise<AgreementsAnswer> {
  return Promise.all(
    names.map(async (agreement) => {
      const { source, publishedAt, texts } = await findAgreement(db, customTexts, agreement);
      return {
        agreement,
        version: texts.zh.version,
        source,
        publishedAt: publishedAt?.getTime() ?? null,
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
  return {
    total,
    data: rows.map((row) => ({
      version: row.version,
      publishedAt: row.published_at.getTime(),
      publishedBy: row.published_by,
      zh: { title: row.zh_title, text: row.zh_text },
      en: { title: row.en_title, text: row.en_text },
    })),
  };
}

/**
 * Publishes a version, which is in force at once on every node.
 * @throws ServiceError `admin.agreement_from_files`, `admin.agreement_version_exists`.
 */
export async function publishAgreement(
  { db, clock, customTexts }: AgreementServices,
  { agreement, operatorID }: { agreement: AgreementName; operatorID: string },
  { version, zh, en }: Body<PublishCall>,
): Promise<Answer<PublishCall>['data']> {
  if (customTexts[agreement]) throw new ServiceError('admin.agreement_from_files');
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    const isInserted = await insertVersion(transaction, {
      agreement,
      version,
      zh_title: zh.title,
      zh_text: zh.text,
      en_title: en.title,
      en_text: en.text,
      published_at: at,
      published_by: operatorID,
    });
    if (!isInserted) throw new ServiceError('admin.agreement_version_exists');
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    const act = { act: 'deployment.agreement_published', subject: `${agreement} ${version}` } as const;
    await recordAct({ handle: transaction, actor, at }, act);
  });
  return { version, publishedAt: at.getTime() };
}
