import { randomUUID } from 'node:crypto';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { declareQueue, type JobQueue, type Outbox } from '../../infra/jobs/jobs.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { replaceRoles, updateMember } from './administer-members.repository.ts';
import { requireAdministeredMember } from './administered-members.usecases.ts';
import { moveStaffID } from './imported-members.repository.ts';
import * as repository from './invitations.repository.ts';
import { lockTenantRow } from './tenant-settings.repository.ts';
import { lockTenant } from './tenant-settings.usecases.ts';
import { findMember, requireTenant, type Tenant } from './tenants.usecases.ts';

/** Lifetime of an invitation. */
export const invitationLifetimeMs = 14 * 86_400_000;

/** Notifies the invited accounts. A job, so that the response time does not reveal whether there is an account. */
export const invitationQueue: JobQueue<{ invitationID: string }> = declareQueue('tenants.invitation');

/** The identifiers of an invited person: a user name, or contacts in their stored form. */
export interface Invitee {
  username: string | null;
  mobileNo: string | null;
  email: string | null;
}

/** An invitation as the invited person sees it. */
export interface Invitation {
  invitationID: string;
  tenantName: string;
  logo: string | null;
  /** Name of the person in the tenant. */
  name: string;
  sentAt: number;
  expireAt: number;
}

/**
 * Creates the invitation for a membership in the state `invited`.
 * @param options - `createdAid` is the account that the tenant created together with the membership; null for an
 * existing person.
 */
export async function sendInvitation(
  transaction: DatabaseTransaction,
  {
    tid,
    fid,
    invitee,
    createdAid,
    at,
  }: {
    tid: string;
    fid: string;
    invitee: Invitee;
    createdAid: string | null;
    at: Date;
  },
): Promise<{ invitationID: string }> {
  const namedAid = await repository.selectAccountByUsername(transaction, invitee.username);
  const invitationID = randomUUID();
  await repository.insertInvitation(transaction, {
    tid,
    fid,
    invitation_id: invitationID,
    username: invitee.username,
    mobile_no: invitee.mobileNo,
    email: invitee.email,
    aid: createdAid ?? namedAid,
    with_account: createdAid !== null,
    sent_at: at,
    expire_at: expiryOf(at),
  });
  return { invitationID };
}

/**
 * Sends an open or expired invitation again.
 * @throws ServiceError `admin.no_open_invitation`.
 */
export async function resendInvitation(
  transaction: DatabaseTransaction,
  { tid, fid, at }: { tid: string; fid: string; at: Date },
): Promise<{ invitationID: string }> {
  await lockTenant(transaction, tid);
  const openInvitation = await repository.selectInvitation(transaction, { tid, fid });
  const member = await findMember(transaction, { tid, fid });
  if (!openInvitation || openInvitation.outcome !== null || member?.state !== 'invited')
    throw new ServiceError('admin.no_open_invitation');
  const namedAid = await repository.selectAccountByUsername(transaction, openInvitation.username);
  const invitationID = randomUUID();
  await repository.updateInvitation(
    transaction,
    { tid, fid },
    {
      invitation_id: invitationID,
      aid: openInvitation.with_account ? openInvitation.aid : namedAid,
      sent_at: at,
      expire_at: expiryOf(at),
    },
  );
  return { invitationID };
}

/** Withdraws the invitation of a membership that the tenant ended. */
export function withdrawInvitation(
  transaction: DatabaseTransaction,
  key: { tid: string; fid: string },
): Promise<void> {
  return repository.updateInvitation(transaction, key, { outcome: 'withdrawn' });
}

/**
 * Asserts that no member or open invitation of the tenant has one of these identifiers. Accounts outside of the tenant
 * are not checked, so that the result reveals nothing about them.
 * @throws ServiceError `admin.member_exists`, `admin.already_invited`.
 */
export async function assertNewPerson(
  db: DatabaseHandle,
  { tid, invitee, now }: { tid: string; invitee: Invitee; now: Date },
): Promise<void> {
  const { isMember, isInvited } = await repository.selectSamePerson(db, { tid, ...invitee, now });
  if (isMember) throw new ServiceError('admin.member_exists');
  if (isInvited) throw new ServiceError('admin.already_invited');
}

/** The open invitations that are addressed to a verified contact or to the user name of an account. */
export async function listInvitations(
  db: DatabaseHandle,
  { aid, now }: { aid: string; now: number },
): Promise<Invitation[]> {
  const rows = await repository.selectInvitationsOf(db, { aid, now: new Date(now) });
  return rows.map((row) => ({
    invitationID: row.invitation_id,
    tenantName: row.tenant_name,
    logo: row.logo,
    name: row.name,
    sentAt: row.sent_at.getTime(),
    expireAt: row.expire_at.getTime(),
  }));
}

interface InvitationAnswer {
  aid: string;
  deviceID: string | null;
  invitationID: string;
  now: number;
}

/**
 * Makes the account an active member of the inviting tenant. A former membership in the tenant is resumed under its
 * former id, with the name and rights of the invitation.
 * @throws ServiceError `login.invitation_not_found` where it is not addressed to the account, or no longer open.
 */
export function acceptInvitation(
  db: DatabaseHandle,
  { aid, deviceID, invitationID, now }: InvitationAnswer,
): Promise<{ tenant: Tenant; fid: string }> {
  const at = new Date(now);
  return inTransaction(db, async (transaction) => {
    const {
      tid,
      fid: invitedFid,
      formerAid,
    } = await lockOpenInvitation(transaction, { aid, invitationID, at });
    const formerMembership = await findMember(transaction, { tid, aid });
    const fid = formerMembership?.fid ?? invitedFid;
    if (formerMembership && formerMembership.fid !== invitedFid)
      await resumeMembership(transaction, { tid, fid, invitedFid });
    else await updateMember(transaction, { tid, fid }, { aid, state: 'active' });
    await repository.updateInvitation(transaction, { tid, fid: invitedFid }, { outcome: 'accepted' });
    // The tenant invited the person twice: it created the account, and later invited one of its contacts.
    if (formerMembership?.state === 'invited')
      await repository.updateInvitation(transaction, { tid, fid }, { outcome: 'accepted' });
    await repository.endManagement(transaction, { aid, exceptBy: tid });
    if (formerAid !== null && formerAid !== aid) await repository.closeUnusedAccount(transaction, formerAid);
    await recordAct(
      { handle: transaction, actor: { kind: 'account', tid, aid, fid, deviceID }, at },
      { act: 'member.invitation_accepted', subject: fid },
    );
    return { tenant: await requireTenant(transaction, tid), fid };
  });
}

/** @throws ServiceError `login.invitation_not_found`. */
export function declineInvitation(
  db: DatabaseHandle,
  { aid, invitationID, now }: InvitationAnswer,
): Promise<void> {
  const at = new Date(now);
  return inTransaction(db, async (transaction) => {
    const { tid, fid } = await lockOpenInvitation(transaction, { aid, invitationID, at });
    await updateMember(transaction, { tid, fid }, { state: 'ended' });
    await repository.updateInvitation(transaction, { tid, fid }, { outcome: 'declined' });
    await repository.releaseAccount(transaction, { aid, tid });
    // Recorded without the account: a person who declines discloses nothing to the tenant.
    await recordAct(
      { handle: transaction, actor: { kind: 'service', tid }, at },
      { act: 'member.invitation_declined', subject: fid },
    );
  });
}

/** Enqueues notices of the open invitations of an account, after it has verified a contact. */
export async function enqueueInvitationNotices(
  outbox: Outbox,
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  const open = await repository.selectInvitationsOf(transaction, { aid, now: at });
  const jobs = open.map(({ invitation_id: invitationID }) => ({ data: { invitationID } }));
  if (jobs.length > 0) await outbox.send(transaction, invitationQueue, jobs);
}

/** The accounts that an open invitation is addressed to; none where it is no longer open. */
export async function listInvitedAccounts(
  db: DatabaseHandle,
  { invitationID, now }: { invitationID: string; now: number },
): Promise<{ aid: string; tid: string; tenantName: string }[]> {
  const rows = await repository.selectInvitedAccounts(db, { invitationID, now: new Date(now) });
  return rows.map(({ aid, tid, tenant_name: tenantName }) => ({ aid, tid, tenantName }));
}

/**
 * Locks the tenants whose memberships {@link activateCreatedMemberships} activates, so that they cannot end meanwhile.
 * It must run before the account is locked, because administrators lock the tenant first too.
 */
export async function lockCreatingTenants(transaction: DatabaseTransaction, aid: string): Promise<void> {
  for (const tid of await repository.selectCreatingTenants(transaction, aid))
    await lockTenantRow(transaction, tid);
}

/**
 * Activates the memberships that tenants created together with the account, at its first verified sign-in. Requires the
 * locks of {@link lockCreatingTenants}.
 * @returns whether a membership became active.
 */
export async function activateCreatedMemberships(
  transaction: DatabaseTransaction,
  { aid, deviceID, at }: { aid: string; deviceID: string | null; at: Date },
): Promise<boolean> {
  const activated = await repository.activateOwnMemberships(transaction, { aid, now: at });
  for (const { tid, fid } of activated) {
    await recordAct(
      { handle: transaction, actor: { kind: 'account', tid, aid, fid, deviceID }, at },
      { act: 'member.activated', subject: fid },
    );
  }
  return activated.length > 0;
}

async function lockOpenInvitation(
  transaction: DatabaseTransaction,
  { aid, invitationID, at }: { aid: string; invitationID: string; at: Date },
): Promise<{ tid: string; fid: string; formerAid: string | null }> {
  const tid = await repository.selectInvitingTenant(transaction, invitationID);
  if (tid === undefined) throw new ServiceError('login.invitation_not_found');
  // The tenant is locked before its rows, in the same order as by administrators.
  await lockTenant(transaction, tid);
  const row = await repository.lockInvitationOf(transaction, { aid, invitationID, now: at });
  if (!row) throw new ServiceError('login.invitation_not_found');
  return { tid: row.tid, fid: row.fid, formerAid: row.former_aid };
}

/**
 * Copies name, department, roles, rights and staff id of an invitation to a former membership, and ends the membership of the
 * invitation.
 */
async function resumeMembership(
  transaction: DatabaseTransaction,
  { tid, fid, invitedFid }: { tid: string; fid: string; invitedFid: string },
): Promise<void> {
  const invitedMember = await requireAdministeredMember(transaction, { tid, fid: invitedFid });
  const { name, organisation, rights, deny } = invitedMember;
  const roleIDs = invitedMember.roles.map(({ roleID }) => roleID);
  const orgID = organisation?.orgID ?? null;
  await updateMember(transaction, { tid, fid }, { name, org_id: orgID, rights, deny, state: 'active' });
  await replaceRoles(transaction, { tid, fid }, roleIDs);
  await replaceRoles(transaction, { tid, fid: invitedFid }, []);
  await moveStaffID(transaction, { tid, from: invitedFid, to: fid });
  await updateMember(transaction, { tid, fid: invitedFid }, { state: 'ended', aid: null });
}

const expiryOf = (at: Date) => new Date(at.getTime() + invitationLifetimeMs);
