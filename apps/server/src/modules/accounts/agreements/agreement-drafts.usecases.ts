import type { Answer, Body } from '@sealflow/contract';
import { calls, entityTagFields } from '@sealflow/contract/schemas';
import type { AuditAct } from '@sealflow/domain/audit-acts';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  inTransaction,
} from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { assertUnchanged } from '../../../infra/http/entity-tag.util.ts';
import { recordAct } from '../../audit/audit.usecases.ts';
import {
  type AgreementDraftRow,
  deleteDraft,
  lockAgreement,
  selectDraft,
  upsertDraft,
} from './agreement-drafts.repository.ts';
import { type AgreementServices, insertPublished } from './agreement-versions.usecases.ts';
import type { AgreementName } from './agreements.usecases.ts';

/** What the call that publishes a version requires. */
const publishable = calls['POST /api/v1/admin/agreements/{agreement}/versions'].body;

type StoredDraft = Answer<'GET /api/v1/admin/agreements/{agreement}/draft'>['data'];
type DraftBody = Body<'PUT /api/v1/admin/agreements/{agreement}/draft'>;
type PublishAnswer = Answer<'POST /api/v1/admin/agreements/{agreement}/draft/actions/publish'>;

/** A change of the draft by an operator. */
interface DraftChange {
  readonly agreement: AgreementName;
  readonly operatorID: string;
  readonly ifMatch: string | undefined;
}

/** The draft of the next version; null without one. */
export async function getDraft(db: DatabaseHandle, agreement: AgreementName): Promise<StoredDraft> {
  return describe(await selectDraft(db, agreement));
}

/**
 * Saves the draft, which may be incomplete.
 * @throws ServiceError `admin.changed_meanwhile`.
 */
export function saveDraft(
  services: AgreementServices,
  change: DraftChange,
  { version, zh, en, asksAgain }: DraftBody,
): Promise<StoredDraft> {
  const { agreement, operatorID } = change;
  return changeDraft(services, change, async ({ transaction, at, record }) => {
    await upsertDraft(transaction, {
      agreement,
      version,
      zh_title: zh.title,
      zh_text: zh.text,
      en_title: en.title,
      en_text: en.text,
      asks_again: asksAgain,
      saved_at: at,
      saved_by: operatorID,
    });
    await record('deployment.agreement_draft_saved');
    return getDraft(transaction, agreement);
  });
}

/** @throws ServiceError `admin.changed_meanwhile`, `admin.no_draft`. */
export function discardDraft(services: AgreementServices, change: DraftChange): Promise<void> {
  return changeDraft(services, change, async ({ transaction, row, record }) => {
    if (!row) throw new ServiceError('admin.no_draft');
    await deleteDraft(transaction, change.agreement);
    await record('deployment.agreement_draft_discarded');
  });
}

/**
 * Publishes the draft. Its version is in force at once on every node.
 * @throws ServiceError `admin.changed_meanwhile`, `admin.no_draft`, `admin.agreement_draft_incomplete`,
 * `admin.agreement_from_files`, `admin.agreement_version_exists`.
 */
export function publishDraft(
  services: AgreementServices,
  change: DraftChange,
): Promise<PublishAnswer['data']> {
  return changeDraft(services, change, async ({ transaction, row, at }) => {
    if (!row) throw new ServiceError('admin.no_draft');
    const { version, zh, en, asksAgain } = toDraft(row);
    const content = publishable.safeParse({ version, zh, en });
    if (!content.success) throw new ServiceError('admin.agreement_draft_incomplete');
    await insertPublished(services, { ...change, transaction, at }, { ...content.data, asksAgain });
    await deleteDraft(transaction, change.agreement);
    return { version, publishedAt: at.getTime() };
  });
}

interface DraftContext {
  readonly transaction: DatabaseTransaction;
  readonly row: AgreementDraftRow | undefined;
  readonly at: Date;
  readonly record: (act: AuditAct) => Promise<void>;
}

/** Runs a change of the draft after the lock of its agreement and the comparison of the entity tag. */
function changeDraft<T>(
  { db, clock }: AgreementServices,
  { agreement, operatorID, ifMatch }: DraftChange,
  change: (context: DraftContext) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await lockAgreement(transaction, agreement);
    const row = await selectDraft(transaction, agreement);
    await assertUnchanged(ifMatch, entityTagFields.agreementDraft, async () => describe(row));
    const at = new Date(clock());
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    const record = (act: AuditAct) =>
      recordAct({ handle: transaction, actor, at }, { act, subject: agreement });
    return change({ transaction, row, at, record });
  });
}

const describe = (row: AgreementDraftRow | undefined): StoredDraft => ({ draft: row ? toDraft(row) : null });

const toDraft = (row: AgreementDraftRow): NonNullable<StoredDraft['draft']> => ({
  version: row.version,
  zh: { title: row.zh_title, text: row.zh_text },
  en: { title: row.en_title, text: row.en_text },
  asksAgain: row.asks_again,
  savedAt: row.saved_at.getTime(),
  savedBy: row.saved_by,
});
