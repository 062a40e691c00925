import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AdminServices } from '../admin/audited-action.usecases.ts';
import { isRevealing } from '../admin/lookups.usecases.ts';
import { admitPerson, applyChange } from '../admin/members.usecases.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import { authorityOf } from '../tenants/authority.usecases.ts';
import { changeImportedMembers } from '../tenants/imported-members.usecases.ts';
import type { Addition, BatchContext, RowEnd } from './add-people.usecases.ts';
import type { RowPlan } from './plan.usecases.ts';
import { rowError } from './row.rules.ts';

export type Change = Extract<RowPlan, { kind: 'change' }> & { readonly orgID: string | null };

/** Invites people by the user names of their accounts, as the call that adds a member does. */
export async function inviteExistingAccounts(
  services: AdminServices,
  context: BatchContext,
  additions: readonly Addition[],
): Promise<RowEnd[]> {
  const ends: RowEnd[] = [];
  for (const { row, name, orgID, roleIDs, person } of additions) {
    const { budget } = context;
    const form = {
      account: person.username ?? '',
      name,
      orgID,
      roles: roleIDs,
      rights: [],
      deny: [],
      ...(person.fid === null ? {} : { fid: person.fid }),
    };
    const invite = async () => {
      if (budget.isSpent()) throw new ServiceError('app.too_many_requests');
      const { fid } = await admitPerson(services, context, { actor: context.actor, form });
      const change = { fid, name: null, orgID: null, staffID: person.staffID };
      await changeImportedMembers(context.transaction, { tid: context.actor.tid, changes: [change] });
      return fid;
    };
    const end = await tryRow(context.transaction, row, async () => ({
      outcome: 'added',
      fid: await invite(),
    }));
    if (end.errors.some(({ code }) => isRevealing(code))) await budget.countFailure();
    ends.push(end);
  }
  return ends;
}

/**
 * Changes members. Roles are changed one member at a time with all rules of the call that changes a member, other fields
 * in one statement.
 */
export async function changePeople(
  services: AdminServices,
  context: BatchContext,
  changes: readonly Change[],
): Promise<RowEnd[]> {
  const { transaction, actor, at } = context;
  const { tid } = actor;
  const ends: RowEnd[] = [];
  for (const { row, fid, roleIDs } of changes) {
    if (roleIDs === null) continue;
    const change = { roles: roleIDs };
    ends.push(
      await tryRow(transaction, row, async () => {
        await applyChange(services, context, { tid, fid, change, authority: authorityOf(actor) });
        return { outcome: 'changed', fid };
      }),
    );
  }
  const failed = new Set(ends.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row));
  const rest = changes.filter(({ row }) => !failed.has(row));
  await changeImportedMembers(transaction, { tid, changes: rest });
  const others = rest.filter(({ roleIDs }) => roleIDs === null);
  // A clearance has a record of its own.
  const changed = others.filter((one) => one.name !== null || one.orgID !== null || one.staffID !== null);
  await recordActs(
    { handle: transaction, actor, at },
    changed.map(({ fid }) => ({ act: 'member.changed', subject: fid })),
  );
  return [...ends, ...others.map(({ row, fid }): RowEnd => ({ row, outcome: 'changed', fid, errors: [] }))];
}

/** Runs the work of one row. A refusal undoes this row only. */
async function tryRow(
  transaction: DatabaseTransaction,
  row: number,
  work: () => Promise<{ outcome: 'added' | 'changed'; fid: string }>,
): Promise<RowEnd> {
  await sql`savepoint imported_row`.execute(transaction);
  try {
    const done = await work();
    await sql`release savepoint imported_row`.execute(transaction);
    return { row, ...done, errors: [] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await sql`rollback to savepoint imported_row`.execute(transaction);
    return { row, outcome: 'failed', fid: null, errors: [rowError(error.code, null, error.params)] };
  }
}
