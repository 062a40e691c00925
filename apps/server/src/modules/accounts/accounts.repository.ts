import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type AccountRow = Selectable<Database['accounts']>;

export async function insertAccount(
  db: DatabaseHandle,
  account: Insertable<Database['accounts']>,
): Promise<void> {
  await db.insertInto('accounts').values(account).execute();
}

export function selectAccount(db: DatabaseHandle, aid: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('aid', '=', aid).executeTakeFirst();
}

/** By username, phone or e-mail; a username that looks like another's phone is the username. */
export function selectAccountByName(
  db: DatabaseHandle,
  { name, mobileNo }: { name: string; mobileNo: string | null },
): Promise<AccountRow | undefined> {
  const lower = name.toLowerCase();
  return db
    .selectFrom('accounts')
    .selectAll()
    .where((where) =>
      where.or([
        where(sql`lower(username)`, '=', lower),
        where('mobile_no', '=', mobileNo),
        where(sql`lower(email)`, '=', lower),
      ]),
    )
    .orderBy(sql`lower(username) = ${lower}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Counts a wrong password; from the `most`-th on the account is locked until then. */
export async function countFailure(
  db: DatabaseHandle,
  { aid, most, until }: { aid: string; most: number; until: Date },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      failed_sign_ins: sql`case when failed_sign_ins + 1 >= ${most} then 0 else failed_sign_ins + 1 end`,
      locked_until: sql`case when failed_sign_ins + 1 >= ${most} then ${until}::timestamptz else locked_until end`,
    })
    .where('aid', '=', aid)
    .execute();
}

/**
 * Forgets the wrong passwords of an account, after a right one.
 * @returns false where it is locked: by others that came in while this password was being compared.
 */
export async function forgetFailures(
  db: DatabaseHandle,
  { aid, now }: { aid: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ failed_sign_ins: 0, locked_until: null })
    .where('aid', '=', aid)
    .where((where) => where.or([where('locked_until', 'is', null), where('locked_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes sign-ins of one account wait for each other. */
export async function lockAccount(db: DatabaseTransaction, aid: string): Promise<void> {
  await db.selectFrom('accounts').select('aid').where('aid', '=', aid).forUpdate().execute();
}
