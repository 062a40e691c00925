import { type RawBuilder, sql } from 'kysely';
import { countUpToLimit } from '../../infra/database/bounded-count.util.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The numbers of a tenant's people, each by an index and up to a limit. */
export async function selectPeopleCounts(db: DatabaseHandle, { tid, at }: { tid: string; at: Date }) {
  // The order makes the planner read an index instead of the table.
  const inState = (state: string) =>
    countUpToLimit(sql`from memberships where tid = ${tid} and state = ${state} order by name`);
  const invitations = (condition: RawBuilder<unknown>) =>
    countUpToLimit(sql`from invitations where tid = ${tid} and outcome is null and ${condition}`);
  const accounts = (condition: RawBuilder<unknown>) =>
    countUpToLimit(sql`from memberships where tid = ${tid} and state in ('active', 'suspended')
      and aid in (select aid from accounts where managed_by = ${tid} and ${condition})`);
  const { rows } = await sql<{
    active: number;
    suspended: number;
    invited: number;
    ended: number;
    lockedAccounts: number;
    closedAccounts: number;
    openInvitations: number;
    expiredInvitations: number;
  }>`select ${inState('active')} as active, ${inState('suspended')} as suspended, ${inState('invited')} as invited,
    ${inState('ended')} as ended,
    ${accounts(sql`locked_until > ${at}`)} as "lockedAccounts",
    ${accounts(sql`state = 'closed'`)} as "closedAccounts",
    ${invitations(sql`expire_at > ${at}`)} as "openInvitations",
    ${invitations(sql`expire_at <= ${at}`)} as "expiredInvitations"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a select without a table answered no row');
  return row;
}

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
