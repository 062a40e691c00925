import type { DatabaseHandle } from '../../../infra/database/index.ts';

export async function countMembersWithoutContact(db: DatabaseHandle, tid: string): Promise<number> {
  const { total } = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.aid', 'memberships.aid')
    .where('memberships.tid', '=', tid)
    .where('memberships.state', '=', 'active')
    .where('accounts.mobile_verified_at', 'is', null)
    .where('accounts.email_verified_at', 'is', null)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
