import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { Address } from './addresses.usecases.ts';

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

/** Whose phone number or e-mail address this is. */
export function selectAccountByAddress(
  db: DatabaseHandle,
  { channel, text }: Address,
): Promise<AccountRow | undefined> {
  const query = db.selectFrom('accounts').selectAll();
  const found =
    channel === 'sms' ? query.where('mobile_no', '=', text) : query.where(sql`lower(email)`, '=', text);
  return found.executeTakeFirst();
}

/** Counts a wrong password. @returns whether it was the `most`-th, which locks the account until then. */
export async function countFailure(
  db: DatabaseHandle,
  { aid, most, until }: { aid: string; most: number; until: Date },
): Promise<boolean> {
  const counted = await db
    .updateTable('accounts')
    .set({
      failed_sign_ins: sql`case when failed_sign_ins + 1 >= ${most} then 0 else failed_sign_ins + 1 end`,
      locked_until: sql`case when failed_sign_ins + 1 >= ${most} then ${until}::timestamptz else locked_until end`,
    })
    .where('aid', '=', aid)
    .returning('failed_sign_ins')
    .executeTakeFirst();
  return counted?.failed_sign_ins === 0;
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

/** Makes sign-ins and changes of one account wait for each other. @returns it as it is now. */
export function lockAccount(db: DatabaseTransaction, aid: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('aid', '=', aid).forUpdate().executeTakeFirst();
}

/** A new password opens a locked account. */
export async function updatePasswordHash(
  db: DatabaseTransaction,
  {
    aid,
    passwordHash,
    resetChannel,
  }: { aid: string; passwordHash: string; resetChannel: Address['channel'] | null },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      password_hash: passwordHash,
      password_until: null,
      password_used_at: null,
      failed_sign_ins: 0,
      locked_until: null,
      reset_channel: resetChannel,
    })
    .where('aid', '=', aid)
    .execute();
}

/** After both factors were shown, the second one by another channel than the reset. */
export async function clearResetChannel(db: DatabaseTransaction, aid: string): Promise<void> {
  await db.updateTable('accounts').set({ reset_channel: null }).where('aid', '=', aid).execute();
}

/** The account stays after all. */
export async function withdrawDeletion(db: DatabaseTransaction, aid: string): Promise<void> {
  await db.updateTable('accounts').set({ delete_at: null }).where('aid', '=', aid).execute();
}

/** Of a one-time password. */
export async function markPasswordUsed(
  db: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  await db.updateTable('accounts').set({ password_used_at: at }).where('aid', '=', aid).execute();
}

/** The database refuses a number that another account has (`accounts_mobile_no`). */
export async function updateMobileNo(
  db: DatabaseTransaction,
  { aid, mobileNo }: { aid: string; mobileNo: string },
): Promise<void> {
  await db.updateTable('accounts').set({ mobile_no: mobileNo }).where('aid', '=', aid).execute();
}

/** Where an account is somebody: the tenants with its person there, in the order of their ids. */
export function selectActivePlaces(
  db: DatabaseHandle,
  aid: string,
): Promise<{ tid: string; fid: string; tenant: string }[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.tid', 'memberships.tid')
    .select(['memberships.tid', 'memberships.fid', 'tenants.name as tenant'])
    .where('memberships.aid', '=', aid)
    .where('memberships.state', '=', 'active')
    .orderBy('memberships.tid')
    .execute();
}
