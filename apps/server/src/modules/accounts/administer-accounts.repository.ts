import { type Expression, type SqlBool, sql, type Updateable } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.adapter.ts';
import type { AccountRow } from './accounts.repository.ts';

export interface AccountFilter {
  readonly aids?: readonly string[] | undefined;
  /** Part of a username, phone or e-mail. */
  readonly keyword?: string | undefined;
  readonly state?: 'active' | 'closed' | undefined;
}

function filtered(db: DatabaseHandle, { aids, keyword, state }: AccountFilter) {
  return db.selectFrom('accounts').where((account) => {
    const wanted: Expression<SqlBool>[] = [];
    if (aids) wanted.push(aids.length === 0 ? sql<SqlBool>`false` : account('aid', 'in', aids));
    if (state) wanted.push(account('state', '=', state));
    if (keyword) {
      const pattern = likePattern(keyword);
      wanted.push(
        account.or([
          account('username', 'ilike', pattern),
          account('mobile_no', 'ilike', pattern),
          account('email', 'ilike', pattern),
        ]),
      );
    }
    return account.and(wanted);
  });
}

export function selectAccountPage(
  db: DatabaseHandle,
  filter: AccountFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<AccountRow[]> {
  return filtered(db, filter)
    .selectAll()
    .orderBy('created_at')
    .orderBy('aid')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countAccounts(db: DatabaseHandle, filter: AccountFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((account) => account.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns whether there is such an account. */
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
