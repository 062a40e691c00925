import { entityTagFields } from '@sealflow/contract/schemas';
import { rights } from '@sealflow/domain/roles';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import { findAccountByName } from '../accounts/accounts.usecases.ts';
import type { AccountForm } from '../accounts/administration/administer-accounts.usecases.ts';
import { endClearance } from '../documents/clearances.usecases.ts';
import {
  admitMember,
  lockMember,
  type MemberChange,
  type MemberForm,
  changeMember as writeChange,
} from '../tenants/administer-members.usecases.ts';
import {
  type AdministeredMember,
  type MemberFilter,
  type MemberSort,
  requireAdministeredMember,
} from '../tenants/administered-members.usecases.ts';
import { type Authority, assertAuthority, authorityOf } from '../tenants/authority.usecases.ts';
import {
  invitationQueue,
  resendInvitation,
  sendInvitation,
  withdrawInvitation,
} from '../tenants/invitations.usecases.ts';
import { enqueueExecutorLeft } from '../workflow/executor-left.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { type ActionContext, act } from './audited-action.usecases.ts';
import { decideJoining } from './joining.usecases.ts';
import { throttleLookups } from './lookups.usecases.ts';
import {
  listMemberViews,
  type MemberView,
  readMemberLines,
  requireMemberView,
} from './member-view.usecases.ts';

export type NewMember = Omit<MemberForm, 'tid' | 'aid' | 'state'> &
  ({ account: string } | { newAccount: AccountForm });

type MemberQuery = Omit<MemberFilter, 'tid' | 'account' | 'invitation'> & {
  accountState?: 'locked' | 'closed' | undefined;
  invitation?: 'open' | 'expired' | undefined;
  sort: MemberSort;
};

/** The filter of a tenant. A lock and an invitation have a state at the present time. */
function toMemberFilter<Q extends MemberQuery>(
  { clock }: Pick<AdminServices, 'clock'>,
  tid: string,
  { accountState, invitation, ...query }: Q,
) {
  const at = new Date(clock());
  return {
    ...query,
    tid,
    account: accountState && { state: accountState, at },
    invitation: invitation && { state: invitation, at },
  };
}

/** Exports all members that match, as lines of JSON. The export is recorded before it begins. */
export async function exportMembers(
  services: AdminServices,
  actor: Actor,
  query: MemberQuery,
): Promise<AsyncIterable<string>> {
  await act(services, actor, ({ record }) => record({ act: 'member.list_exported' }));
  return readMemberLines(services, services.db, toMemberFilter(services, actor.tid, query));
}

/** @throws ServiceError `app.too_many_requests` if the filter names an account. */
export async function listMembers(
  services: AdminServices,
  actor: Actor,
  { account, ...query }: MemberQuery & { account?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: MemberView[] }> {
  const { db } = services;
  const filter = toMemberFilter(services, actor.tid, query);
  if (account === undefined) return listMemberViews(services, db, filter);
  return throttleLookups(services, actor, {
    lookUp: async () => {
      const found = await findAccountByName(db, account);
      // An unknown account is searched for too, so that the response time does not reveal whether it exists.
      return listMemberViews(services, db, { ...filter, aid: found?.aid ?? '' });
    },
    isFound: ({ total }) => total > 0,
  });
}

/** @throws ServiceError `login.user_not_found`. */
export function getMember(services: AdminServices, key: { tid: string; fid: string }): Promise<MemberView> {
  return requireMemberView(services, services.db, key);
}

/**
 * Adds a person to the actor's tenant. An administrator invites the person, who joins by accepting, or by the first
 * verified sign-in if this tenant created the account. The operator adds accounts directly.
 * @throws ServiceError `login.user_not_found`, `admin.…`, `login.password_…`, `app.too_many_requests`.
 */
export function addMember(
  services: AdminServices,
  actor: Actor,
  form: NewMember,
): Promise<MemberView & { oneTimePassword: string | null }> {
  const { tid } = actor;
  const lookUp = () =>
    act(services, actor, async (context) => {
      const { fid, oneTimePassword } = await admitPerson(services, context, { actor, form });
      return {
        ...(await requireMemberView(services, context.transaction, { tid, fid })),
        oneTimePassword,
      };
    });
  return throttleLookups(services, actor, { lookUp });
}

/** Adds a person as {@link addMember} does, in the transaction of the caller, who throttles look-ups. */
export async function admitPerson(
  services: AdminServices,
  context: ActionContext,
  { actor, form }: { actor: Actor; form: NewMember },
): Promise<{ fid: string; oneTimePassword: string | null }> {
  const { tid } = actor;
  const { transaction, at, record } = context;
  const joining = await decideJoining(services, context, { actor, form });
  const { aid, invitee, oneTimePassword } = joining;
  const state = invitee === null ? ('active' as const) : ('invited' as const);
  const { fid } = await admitMember(transaction, authorityOf(actor), { ...form, tid, aid, state });
  await record({ act: invitee === null ? 'member.added' : 'member.invited', subject: fid });
  if (invitee !== null) {
    const { invitationID } = await sendInvitation(transaction, { tid, fid, invitee, createdAid: aid, at });
    await services.outbox.send(transaction, invitationQueue, [{ data: { invitationID } }]);
  }
  return { fid, oneTimePassword };
}

/** Sends an open or expired invitation again. @throws ServiceError `admin.no_open_invitation`. */
export function resendMemberInvitation(
  services: AdminServices,
  actor: Actor,
  fid: string,
): Promise<MemberView> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, at, record }) => {
    const member = await requireAdministeredMember(transaction, { tid, fid });
    assertAuthority(authorityOf(actor), member.effectiveRights);
    const { invitationID } = await resendInvitation(transaction, { tid, fid, at });
    await services.outbox.send(transaction, invitationQueue, [{ data: { invitationID } }]);
    await record({ act: 'member.invitation_sent', subject: fid });
    return requireMemberView(services, transaction, { tid, fid });
  });
}

interface MemberChangeForm {
  fid: string;
  /** The changed fields, or a function of the locked member. */
  change: MemberChange | ((before: AdministeredMember) => MemberChange);
  /** The tag that the caller read; undefined if the caller does not compare. */
  ifMatch?: string | undefined;
}

/**
 * Changes the given fields of a member of the actor's tenant.
 * @throws ServiceError `login.user_not_found`, `admin.…`.
 */
export function changeMember(
  services: AdminServices,
  actor: Actor,
  { ifMatch, ...request }: MemberChangeForm,
): Promise<MemberView> {
  return act(services, actor, async (context) => {
    const key = { tid: actor.tid, fid: request.fid };
    await lockMember(context.transaction, key);
    await assertUnchanged(ifMatch, entityTagFields.member, () =>
      requireMemberView(services, context.transaction, key),
    );
    const canRestore = actor.kind === 'operator' || services.membership === 'direct';
    const authority = authorityOf(actor);
    const change =
      typeof request.change === 'function'
        ? request.change(await requireAdministeredMember(context.transaction, key))
        : request.change;
    await applyChange(services, context, { ...key, change, authority, canRestore });
    return requireMemberView(services, context.transaction, key);
  });
}

/**
 * Applies a change and its consequences: the tasks of a person who can no longer act are reassigned, and a person who
 * leaves loses their clearance.
 */
export async function applyChange(
  { outbox }: Pick<AdminServices, 'outbox'>,
  { transaction, record }: ActionContext,
  { tid, fid, change, authority, canRestore = false }: MemberChangeRequest,
): Promise<void> {
  const { before, after } = await writeChange(transaction, authority, { tid, fid, change });
  if (change.state !== undefined) assertConsent({ before, after }, canRestore);
  if (before.state === 'invited' && after.state === 'ended')
    await withdrawInvitation(transaction, { tid, fid });
  const hasLeft = before.state !== 'ended' && after.state === 'ended';
  if (hasLeft) await endClearance(transaction, { tid, fid });
  if (canAct(before) && !canAct(after)) await enqueueExecutorLeft({ outbox }, transaction, { tid, fid });
  await record({ act: hasLeft ? 'member.ended' : 'member.changed', subject: fid });
}

interface MemberChangeRequest {
  tid: string;
  fid: string;
  change: MemberChange;
  authority: Authority;
  /** Whether an ended membership can become active without an invitation. */
  canRestore?: boolean;
}

/** @throws ServiceError `admin.consent_required` if the change requires the consent of the person. */
function assertConsent(
  { before, after }: { before: AdministeredMember; after: AdministeredMember },
  canRestore: boolean,
): void {
  if (after.state === 'ended' || before.state === 'active' || before.state === 'suspended') return;
  if (before.state === 'ended' && before.aid !== null && canRestore) return;
  throw new ServiceError('admin.consent_required');
}

function canAct({ state, effectiveRights }: AdministeredMember): boolean {
  return state === 'active' && effectiveRights.includes(rights.signIn);
}
