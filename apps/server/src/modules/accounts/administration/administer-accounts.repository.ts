import { type Expression, type SqlBool, sql, type Updateable } from 'kysely';
import type { Database, DatabaseHandle } from '../../../infra/database/index.ts';
import { likePattern } from '../../../infra/database/like-pattern.util.ts';
import type { AccountRow } from '../accounts.repository.ts';

export interface AccountFilter {
  readonly aids?: readonly string[] | undefined;
  /** Substring of a user name, phone number or e-mail address. */
  readonly keyword?: string | undefined;
  readonly state?: 'active' | 'closed' | undefined;
}

function filteredAccounts(db: DatabaseHandle, { aids, keyword, state }: AccountFilter) {
  return db.selectFrom('accounts').where((account) => {
    const conditions: Expression<SqlBool>[] = [];
    if (aids) conditions.push(aids.length === 0 ? sql<SqlBool>`false` : account('aid', 'in', aids));
    if (state) conditions.push(account('state', '=', state));
    if (keyword) {
      const pattern = likePattern(keyword);
      conditions.push(
        account.or([
          account('username', 'ilike', pattern),
          account('mobile_no', 'ilike', pattern),
          account('email', 'ilike', pattern),
        ]),
      );
    }
    return account.and(conditions);
  });
}

export function selectAccountPage(
  db: DatabaseHandle,
  filter: AccountFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<AccountRow[]> {
  return filteredAccounts(db, filter)
    .selectAll()
    .orderBy('created_at')
    .orderBy('aid')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countAccounts(db: DatabaseHandle, filter: AccountFilter): Promise<number> {
  const { count } = await filteredAccounts(db, filter)
    .select((account) => account.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns whether the account exists. */
export async function updateAccount(
  db: DatabaseHandle,
  aid: string,
  changes: Updateable<Database['accounts']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set(changes)
    .where('aid', '=', aid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Which of these contacts another account than `except` has verified. */
export async function selectContactsVerifiedElsewhere(
  db: DatabaseHandle,
  { mobileNo, email, except }: { mobileNo: string | null; email: string | null; except: string | null },
): Promise<{ hasMobileNo: boolean; hasEmail: boolean }> {
  const { rows } = await sql<{ hasMobileNo: boolean; hasEmail: boolean }>`
    select
      exists (select from accounts where mobile_no = ${mobileNo}::text and mobile_verified_at is not null
        and aid is distinct from ${except}::text) as "hasMobileNo",
      exists (select from accounts where lower(email) = lower(${email}::text) and email_verified_at is not null
        and aid is distinct from ${except}::text) as "hasEmail"
  `.execute(db);
  return rows[0] ?? { hasMobileNo: false, hasEmail: false };
}
