import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

export type AgreementDraftRow = Selectable<Database['agreement_drafts']>;
type AgreementName = AgreementDraftRow['agreement'];

export function selectDraft(
  db: DatabaseHandle,
  agreement: AgreementName,
): Promise<AgreementDraftRow | undefined> {
  return db.selectFrom('agreement_drafts').selectAll().where('agreement', '=', agreement).executeTakeFirst();
}

/** Serializes the changes of an agreement, also while it has no draft. */
export async function lockAgreement(
  transaction: DatabaseTransaction,
  agreement: AgreementName,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agreement ${agreement}`}, 0))`.execute(
    transaction,
  );
}

export async function upsertDraft(
  transaction: DatabaseTransaction,
  { agreement, ...content }: Insertable<Database['agreement_drafts']>,
): Promise<void> {
  await transaction
    .insertInto('agreement_drafts')
    .values({ agreement, ...content })
    .onConflict((conflict) => conflict.column('agreement').doUpdateSet(content))
    .execute();
}

export async function deleteDraft(transaction: DatabaseTransaction, agreement: AgreementName): Promise<void> {
  await transaction.deleteFrom('agreement_drafts').where('agreement', '=', agreement).execute();
}
