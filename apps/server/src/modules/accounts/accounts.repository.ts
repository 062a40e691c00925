import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { Address } from './contacts/addresses.usecases.ts';

export type AccountRow = Selectable<Database['accounts']>;

// Explicit column names keep the statement text stable, so that it can be a prepared statement.
const accountColumns = [
  'aid',
  'username',
  'mobile_no',
  'email',
  'mobile_verified_at',
  'email_verified_at',
  'managed_by',
  'password_hash',
  'password_until',
  'password_used_at',
  'state',
  'delete_at',
  'closed_at',
  'failed_sign_ins',
  'locked_until',
  'reset_channel',
  'created_at',
] as const satisfies readonly (keyof AccountRow)[];

/** Whether the owner has verified a phone number or an e-mail address. */
export const hasVerifiedContact = (
  account: Pick<AccountRow, 'mobile_verified_at' | 'email_verified_at'>,
): boolean => account.mobile_verified_at !== null || account.email_verified_at !== null;

/**
 * The contacts at which the owner of an account is reached. Once one contact is verified, an unverified one is omitted:
 * it may belong to another person.
 */
export function trustedContacts(account: AccountRow): { mobileNo: string | null; email: string | null } {
  const isTrusted = (verifiedAt: Date | null) => verifiedAt !== null || !hasVerifiedContact(account);
  return {
    mobileNo: isTrusted(account.mobile_verified_at) ? account.mobile_no : null,
    email: isTrusted(account.email_verified_at) ? account.email : null,
  };
}

export async function insertAccount(
  db: DatabaseHandle,
  account: Insertable<Database['accounts']>,
): Promise<void> {
  await db.insertInto('accounts').values(account).execute();
}

export function selectAccount(db: DatabaseHandle, aid: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').select(accountColumns).where('aid', '=', aid).executeTakeFirst();
}

const hasNoVerifiedContact = sql<SqlBool>`(mobile_verified_at is null and email_verified_at is null)`;

/**
 * Finds an account by user name, phone number or e-mail address, in this order of trust: the user name, a verified
 * contact, an unverified contact. Among accounts with the same unverified contact the oldest one without any verified
 * contact comes first.
 */
export function selectAccountByName(
  db: DatabaseHandle,
  { name, mobileNo }: { name: string; mobileNo: string | null },
): Promise<AccountRow | undefined> {
  const lower = name.toLowerCase();
  return db
    .selectFrom('accounts')
    .select(accountColumns)
    .where((where) =>
      where.or([
        where(sql`lower(username)`, '=', lower),
        where('mobile_no', '=', mobileNo),
        where(sql`lower(email)`, '=', lower),
      ]),
    )
    .orderBy(sql`lower(username) = ${lower}`, 'desc')
    .orderBy(isVerifiedContactOf({ mobileNo, email: lower }), 'desc')
    .orderBy(sql`state = 'active'`, 'desc')
    .orderBy(hasNoVerifiedContact, 'desc')
    .orderBy('created_at')
    .orderBy('aid')
    .limit(1)
    .executeTakeFirst();
}

const isVerifiedContactOf = ({
  mobileNo,
  email,
}: {
  mobileNo: string | null;
  email: string;
}) => sql<SqlBool>`(
  coalesce(mobile_no = ${mobileNo}::text and mobile_verified_at is not null, false)
  or coalesce(lower(email) = ${email} and email_verified_at is not null, false))`;

/**
 * The active account that a code to this contact signs in to: the one that has verified the contact, otherwise the
 * oldest one that names it and has verified no contact. An account that has verified another contact is not selected,
 * because the owner of this contact may be another person.
 */
export function selectAccountByAddress(
  db: DatabaseHandle,
  { channel, text }: Address,
): Promise<AccountRow | undefined> {
  const isVerified =
    channel === 'sms'
      ? sql<SqlBool>`mobile_verified_at is not null`
      : sql<SqlBool>`email_verified_at is not null`;
  const query = db.selectFrom('accounts').select(accountColumns);
  const matching =
    channel === 'sms' ? query.where('mobile_no', '=', text) : query.where(sql`lower(email)`, '=', text);
  return matching
    .where('state', '=', 'active')
    .where((where) => where.or([isVerified, hasNoVerifiedContact]))
    .orderBy(isVerified, 'desc')
    .orderBy('created_at')
    .orderBy('aid')
    .limit(1)
    .executeTakeFirst();
}

/** Counts a wrong password. @returns whether it was number `maxFailures`, which locks the account until `until`. */
export async function countPasswordFailure(
  db: DatabaseHandle,
  { aid, maxFailures, until }: { aid: string; maxFailures: number; until: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('accounts')
    .set({
      failed_sign_ins: sql`case when failed_sign_ins + 1 >= ${maxFailures} then 0 else failed_sign_ins + 1 end`,
      locked_until: sql`case when failed_sign_ins + 1 >= ${maxFailures} then ${until}::timestamptz else locked_until end`,
    })
    .where('aid', '=', aid)
    .returning('failed_sign_ins')
    .executeTakeFirst();
  return updated?.failed_sign_ins === 0;
}

/**
 * Resets the counter of wrong passwords after a correct one.
 * @returns false where concurrent attempts locked the account while this password was being verified.
 */
export async function resetPasswordFailures(
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

/** Locks the row of an account, which serializes its sign-ins and changes. @returns the current row. */
export function lockAccountRow(db: DatabaseTransaction, aid: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('aid', '=', aid)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets a new password, which also unlocks the account. */
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

/** Clears the channel of the last reset, after a sign-in with two factors whose code went to another channel. */
export async function clearResetChannel(db: DatabaseTransaction, aid: string): Promise<void> {
  await db.updateTable('accounts').set({ reset_channel: null }).where('aid', '=', aid).execute();
}

/** Cancels the scheduled deletion of an account. */
export async function cancelDeletion(db: DatabaseTransaction, aid: string): Promise<void> {
  await db.updateTable('accounts').set({ delete_at: null }).where('aid', '=', aid).execute();
}

/** Marks a one-time password as used. */
export async function markPasswordUsed(
  db: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  await db.updateTable('accounts').set({ password_used_at: at }).where('aid', '=', aid).execute();
}

/** The active memberships of an account with the names of the tenants, ordered by tenant id. */
export function selectActiveMemberships(
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
