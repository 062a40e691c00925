import { randomUUID } from 'node:crypto';
import type { Actor } from '../../infra/http/access.port.ts';
import {
  createImportedAccounts,
  findTakenUsernames,
} from '../accounts/administration/imported-accounts.usecases.ts';
import type { ActionContext, AdminServices } from '../admin/audited-action.usecases.ts';
import type { LookupBudget } from '../admin/lookups.usecases.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import { admitImportedMembers, type ImportedMemberForm } from '../tenants/imported-members.usecases.ts';
import { invitationQueue } from '../tenants/invitations.usecases.ts';
import { randomID } from '../tenants/tenants.usecases.ts';
import type { RowPlan } from './plan.usecases.ts';
import { type RowError, rowError } from './row.rules.ts';

export type Addition = Extract<RowPlan, { kind: 'add' }> & { readonly orgID: string | null };

/** The result of a row: the member, or the errors. */
export interface RowEnd {
  readonly row: number;
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'failed';
  readonly fid: string | null;
  readonly errors: readonly RowError[];
}

export interface BatchContext extends ActionContext {
  readonly actor: Actor;
  readonly budget: LookupBudget;
}

/**
 * Creates accounts for new people and adds them to the tenant, each as the call that adds a member with a new account
 * does: invited until the first verified sign-in, or active at once if the operator adds them or memberships are direct.
 */
export async function addNewPeople(
  { membership, outbox }: AdminServices,
  context: BatchContext,
  additions: readonly Addition[],
): Promise<RowEnd[]> {
  const { transaction, actor, at } = context;
  const { tid } = actor;
  const isDirect = actor.kind === 'operator' || membership === 'direct';
  const refused = await refuseTakenUsernames(context, additions);
  const accounts = additions
    .filter(({ row }) => !refused.has(row))
    .map((addition) => Object.assign(accountOf(addition), { addition }));
  const created = await createImportedAccounts(transaction, { accounts, managedBy: tid });
  const people = accounts
    .filter(({ aid }) => created.has(aid))
    .map(({ addition, aid, username }) => ({
      row: addition.row,
      member: memberOf(addition, { aid, invitedAs: addition.person.username && username, isDirect }),
    }));
  const members = people.map(({ member }) => member);
  await admitImportedMembers(transaction, { tid, members, at });
  await recordActs(
    { handle: transaction, actor, at },
    members.flatMap(({ aid, fid }) => [
      { act: 'account.created', subject: aid } as const,
      { act: isDirect ? 'member.added' : 'member.invited', subject: fid } as const,
    ]),
  );
  const invitations = members.flatMap(({ invitation }) => (invitation ? [invitation.id] : []));
  await outbox.send(
    transaction,
    invitationQueue,
    invitations.map((invitationID) => ({ data: { invitationID } })),
  );
  const fids = new Map(people.map(({ row, member }) => [row, member.fid]));
  return additions.map(({ row }) => {
    const fid = fids.get(row);
    if (fid !== undefined) return { row, outcome: 'added', fid, errors: [] };
    // A user name that another transaction took meanwhile.
    const error = refused.get(row) ?? rowError('admin.username_taken', 'username');
    return { row, outcome: 'failed', fid: null, errors: [error] };
  });
}

/** The errors of rows whose user name exists, or is not looked up because the budget is spent. */
async function refuseTakenUsernames(
  { transaction, budget }: BatchContext,
  additions: readonly Addition[],
): Promise<Map<number, RowError>> {
  const named = additions.flatMap(({ row, person: { username } }) =>
    username === null ? [] : [{ row, username }],
  );
  const taken = await findTakenUsernames(
    transaction,
    named.map(({ username }) => username),
  );
  const refused = new Map<number, RowError>();
  for (const { row, username } of named) {
    if (budget.isSpent()) refused.set(row, rowError('app.too_many_requests', 'username'));
    else if (taken.has(username.toLowerCase())) {
      await budget.countFailure();
      refused.set(row, rowError('admin.username_taken', 'username'));
    }
  }
  return refused;
}

function accountOf({ person: { username, mobileNo, email } }: Addition) {
  // A generated name reveals nothing and is never taken. The person signs in by a contact.
  return { aid: randomUUID(), username: username ?? randomID('m'), mobileNo, email };
}

function memberOf(
  { name, orgID, roleIDs, person: { fid, staffID, mobileNo, email } }: Addition,
  { aid, invitedAs, isDirect }: { aid: string; invitedAs: string | null; isDirect: boolean },
): ImportedMemberForm {
  const invitation = { id: randomUUID(), username: invitedAs, mobileNo, email };
  return {
    fid: fid ?? randomID('u'),
    aid,
    name,
    orgID,
    staffID,
    roleIDs,
    invitation: isDirect ? null : invitation,
  };
}
