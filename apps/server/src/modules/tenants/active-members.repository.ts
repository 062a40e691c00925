import type { DatabaseHandle } from '../../infra/database/index.ts';

export async function countActiveMembers(db: DatabaseHandle, tid: string): Promise<number> {
  const { total } = await db
    .selectFrom('memberships')
    .where('tid', '=', tid)
    .where('state', '=', 'active')
    .where('aid', 'is not', null)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
