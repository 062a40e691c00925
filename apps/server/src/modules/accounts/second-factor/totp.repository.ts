import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

export type TotpRow = Selectable<Database['totp_factors']>;

/** The authenticator app of an account, confirmed or not. */
export function selectTotp(db: DatabaseHandle, aid: string): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_factors').selectAll().where('aid', '=', aid).executeTakeFirst();
}

/** Whether an account has a confirmed authenticator app. */
export async function hasTotp(db: DatabaseHandle, aid: string): Promise<boolean> {
  const row = await db
    .selectFrom('totp_factors')
    .select('aid')
    .where('aid', '=', aid)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the authenticator app of an account, which serializes attempts. */
export function lockTotp(transaction: DatabaseTransaction, aid: string): Promise<TotpRow | undefined> {
  return transaction
    .selectFrom('totp_factors')
    .selectAll()
    .where('aid', '=', aid)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores an enrolment that is not confirmed, in place of an earlier one. */
export async function upsertPendingTotp(
  db: DatabaseTransaction,
  { aid, wrappedSecret, at }: { aid: string; wrappedSecret: Buffer; at: Date },
): Promise<void> {
  const row = { wrapped_secret: wrappedSecret, created_at: at, failures: 0, locked_until: null };
  await db
    .insertInto('totp_factors')
    .values({ aid, ...row })
    .onConflict((conflict) => conflict.column('aid').doUpdateSet(row))
    .execute();
}

/** Stores the step of an accepted code; the first one confirms the enrolment. */
export async function updateTotpStep(
  db: DatabaseTransaction,
  { aid, step, at }: { aid: string; step: number; at: Date },
): Promise<void> {
  await db
    .updateTable('totp_factors')
    .set({
      last_step: step,
      failures: 0,
      locked_until: null,
      confirmed_at: sql`coalesce(confirmed_at, ${at}::timestamptz)`,
    })
    .where('aid', '=', aid)
    .execute();
}

/** Counts a wrong code. Number `maxFailures` in succession locks the authenticator app until `until`. */
export async function countTotpFailure(
  db: DatabaseTransaction,
  { aid, maxFailures, until }: { aid: string; maxFailures: number; until: Date },
): Promise<void> {
  await db
    .updateTable('totp_factors')
    .set({
      failures: sql`case when failures + 1 >= ${maxFailures} then 0 else failures + 1 end`,
      locked_until: sql`case when failures + 1 >= ${maxFailures} then ${until}::timestamptz else locked_until end`,
    })
    .where('aid', '=', aid)
    .execute();
}

/** Deletes the authenticator app and the recovery codes of an account. @returns whether it had one. */
export async function deleteTotp(db: DatabaseTransaction, aid: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('aid', '=', aid).execute();
  const { numDeletedRows } = await db.deleteFrom('totp_factors').where('aid', '=', aid).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Replaces the recovery codes of an account. */
export async function replaceRecoveryCodeRows(
  db: DatabaseTransaction,
  { aid, digests }: { aid: string; digests: readonly Buffer[] },
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('aid', '=', aid).execute();
  await db
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ aid, digest })))
    .execute();
}

/** Marks a recovery code as used. @returns whether it exists and was unused. */
export async function markRecoveryCodeUsed(
  db: DatabaseTransaction,
  { aid, digest, at }: { aid: string; digest: Buffer; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('aid', '=', aid)
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countUnusedRecoveryCodes(db: DatabaseHandle, aid: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('aid', '=', aid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
