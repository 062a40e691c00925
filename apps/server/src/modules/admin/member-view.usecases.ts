import { maskEmail, maskPhone } from '@sealflow/domain/identifiers';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findAccountsByID } from '../accounts/administration/administer-accounts.usecases.ts';
import {
  type AdministeredMember,
  listAdministeredMembers,
  readAdministeredMembers,
  requireAdministeredMember,
} from '../tenants/administered-members.usecases.ts';
import { findManagedAccounts, type ManagedAccount } from '../tenants/managed-accounts.usecases.ts';
import type { AdminServices } from './admin.types.ts';

/**
 * A member as the tenant's administrators see them: of the account only masked contacts, which distinguish people.
 */
export interface MemberView {
  fid: string;
  name: string;
  state: AdministeredMember['state'];
  organisation: { orgID: string; name: string } | null;
  roles: { roleID: string; name: string }[];
  rights: string[];
  deny: string[];
  effectiveRights: string[];
  mobileNo: string | null;
  email: string | null;
  createAt: number;
  invitation: { username: string | null; state: InvitationState; sentAt: number; expireAt: number } | null;
  /** Null unless the tenant manages the account. */
  account: ManagedAccount | null;
}

interface Contacts {
  mobileNo: string | null;
  email: string | null;
}

type InvitationState = 'open' | 'expired' | 'accepted' | 'declined' | 'withdrawn';

/** One page of members. */
export async function listMemberViews(
  services: Pick<AdminServices, 'clock'>,
  db: DatabaseHandle,
  query: Parameters<typeof listAdministeredMembers>[1],
): Promise<{ total: number; data: MemberView[] }> {
  const { total, data } = await listAdministeredMembers(db, query);
  return { total, data: await toMemberViews(services, db, { tid: query.tid, members: data }) };
}

/** All members that match, as lines of JSON. */
export async function* readMemberLines(
  services: Pick<AdminServices, 'clock'>,
  db: DatabaseHandle,
  query: Parameters<typeof readAdministeredMembers>[1],
): AsyncGenerator<string> {
  for await (const members of readAdministeredMembers(db, query)) {
    for (const memberView of await toMemberViews(services, db, { tid: query.tid, members }))
      yield `${JSON.stringify(memberView)}\n`;
  }
}

/** @throws ServiceError `login.user_not_found`. */
export async function requireMemberView(
  services: Pick<AdminServices, 'clock'>,
  db: DatabaseHandle,
  key: { tid: string; fid: string },
): Promise<MemberView> {
  const members = [await requireAdministeredMember(db, key)];
  const [memberView] = await toMemberViews(services, db, { tid: key.tid, members });
  if (!memberView) throw new ServiceError('login.user_not_found');
  return memberView;
}

async function toMemberViews(
  { clock }: Pick<AdminServices, 'clock'>,
  db: DatabaseHandle,
  { tid, members }: { tid: string; members: readonly AdministeredMember[] },
): Promise<MemberView[]> {
  const now = clock();
  const aids = members.map(({ aid }) => aid).filter((aid) => aid !== null);
  const contacts = await findAccountsByID(db, [...new Set(aids)]);
  const accounts = await findManagedAccounts(db, { tid, fids: members.map(({ fid }) => fid), now });
  return members.map((member) =>
    toMemberView(member, {
      contacts: member.aid === null ? undefined : contacts.get(member.aid),
      account: accounts.get(member.fid) ?? null,
      now,
    }),
  );
}

function toMemberView(
  { tid: _tid, aid: _aid, roles, invitation, ...member }: AdministeredMember,
  { account, now, ...known }: { contacts: Contacts | undefined; account: ManagedAccount | null; now: number },
): MemberView {
  // For an invitation the tenant sees only what it entered, so that it does not learn whether an account exists.
  const contacts = member.state === 'invited' ? invitation : (known.contacts ?? invitation);
  return {
    ...member,
    roles: roles.map(({ roleID, name }) => ({ roleID, name })),
    mobileNo: contacts?.mobileNo ? maskPhone(contacts.mobileNo) : null,
    email: contacts?.email ? maskEmail(contacts.email) : null,
    invitation: invitation && {
      username: invitation.username,
      state: invitationState(invitation, now),
      sentAt: invitation.sentAt,
      expireAt: invitation.expireAt,
    },
    account,
  };
}

function invitationState(
  { outcome, expireAt }: NonNullable<AdministeredMember['invitation']>,
  now: number,
): InvitationState {
  return outcome ?? (expireAt <= now ? 'expired' : 'open');
}
