import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

export type AgreementVersionRow = Selectable<Database['agreement_versions']>;
type AgreementName = AgreementVersionRow['agreement'];

/** The version in force. */
export function selectNewestVersion(
  db: DatabaseHandle,
  agreement: AgreementName,
): Promise<AgreementVersionRow | undefined> {
  return db
    .selectFrom('agreement_versions')
    .selectAll()
    .where('agreement', '=', agreement)
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function selectVersions(
  db: DatabaseHandle,
  { agreement, skip, limit }: { agreement: AgreementName; skip: number; limit: number },
): Promise<{ total: number; rows: AgreementVersionRow[] }> {
  const versions = db.selectFrom('agreement_versions').where('agreement', '=', agreement);
  const { total } = await versions
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const page = versions.selectAll().orderBy('published_at', 'desc').offset(skip).limit(limit);
  return { total, rows: await page.execute() };
}

/** How many accounts agreed to each of the versions. Versions without one are left out. */
export async function countConsents(
  db: DatabaseHandle,
  { agreement, versions }: { agreement: AgreementName; versions: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .selectFrom('agreement_consents')
    .select((query) => ['version', query.fn.countAll<number>().as('agreed')])
    .where('agreement', '=', agreement)
    .where('version', 'in', versions)
    .groupBy('version')
    .execute();
  return new Map(rows.map(({ version, agreed }) => [version, agreed]));
}

/** The accounts that are not closed. */
export async function countOpenAccounts(db: DatabaseHandle): Promise<number> {
  const accounts = db.selectFrom('accounts').where('state', '=', 'active');
  const { total } = await accounts
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** @returns false if the version exists. */
export async function insertVersion(
  transaction: DatabaseTransaction,
  row: Insertable<Database['agreement_versions']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('agreement_versions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
