import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

type ConsentRow = Database['agreement_consents'];

/**
 * The agreements with a version that asks again and that the account has not agreed to. Consent to a later version covers
 * an earlier one.
 */
export async function selectUnanswered(
  db: DatabaseHandle,
  aid: string,
): Promise<readonly ConsentRow['agreement'][]> {
  const { rows } = await sql<Pick<ConsentRow, 'agreement'>>`
    select distinct agreement from agreement_versions as asking
    where asks_again and not exists (
      select from agreement_consents as consent join agreement_versions as agreed using (agreement, version)
      where consent.aid = ${aid} and consent.agreement = asking.agreement
        and agreed.published_at >= asking.published_at)
    order by agreement
  `.execute(db);
  return rows.map(({ agreement }) => agreement);
}

/** @returns false if the account agreed to the version before. */
export async function insertConsent(
  transaction: DatabaseTransaction,
  row: Insertable<ConsentRow>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('agreement_consents')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
