import { maskEmail, maskPhone } from '@sealflow/domain/identifiers';
import { rights } from '@sealflow/domain/roles';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { findAccountByName } from '../accounts/accounts.usecases.ts';
import { type AccountForm, accountsByID, openAccount } from '../accounts/administer-accounts.usecases.ts';
import { endClearance } from '../documents/clearances.usecases.ts';
import {
  type AdministeredMember,
  admitMember,
  listAdministeredMembers,
  type MemberChange,
  type MemberFilter,
  type MemberForm,
  requireAdministeredMember,
  changeMember as writeChange,
} from '../tenants/administer-members.usecases.ts';
import { type Authority, authorityOf } from '../tenants/authority.usecases.ts';
import { executorLeft } from '../workflow/executor-left.usecases.ts';
import { type Acting, act } from './act.usecases.ts';
import type { AdminServices } from './admin.port.ts';

/** A person of a tenant as its administrators see them: of the account no more than tells people apart. */
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
}

export type NewMember = Omit<MemberForm, 'tid' | 'aid'> & ({ account: string } | { newAccount: AccountForm });

export async function listMembers(
  { db }: AdminServices,
  { account, ...asked }: MemberFilter & { account?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: MemberView[] }> {
  if (account === undefined) return viewed(db, await listAdministeredMembers(db, asked));
  const found = await findAccountByName(db, account);
  if (!found) return { total: 0, data: [] };
  return viewed(db, await listAdministeredMembers(db, { ...asked, aid: found.aid }));
}

/** @throws ServiceError `login.user_not_found`. */
export async function getMember(
  db: DatabaseHandle,
  which: { tid: string; fid: string },
): Promise<MemberView> {
  return viewOf(db, await requireAdministeredMember(db, which));
}

/**
 * Adds a person to the actor's tenant: an account that there is, or one that is made with it.
 * @throws ServiceError `login.user_not_found`, `admin.…`, `login.password_…`.
 */
export function addMember(
  services: AdminServices,
  actor: Actor,
  form: NewMember,
): Promise<MemberView & { oneTimePassword: string | null }> {
  const { tid } = actor;
  return act(services, actor, async (acting) => {
    const { transaction, record } = acting;
    const { aid, oneTimePassword } = await accountFor(services, acting, form);
    const { fid } = await admitMember(transaction, authorityOf(actor), { ...form, tid, aid });
    await record({ act: 'member.added', subject: fid });
    return { ...(await getMember(transaction, { tid, fid })), oneTimePassword };
  });
}

async function accountFor(
  { passwords }: AdminServices,
  { transaction, at, record }: Acting,
  form: NewMember,
): Promise<{ aid: string; oneTimePassword: string | null }> {
  if ('account' in form) {
    const found = await findAccountByName(transaction, form.account);
    if (!found) throw new ServiceError('login.user_not_found');
    return { aid: found.aid, oneTimePassword: null };
  }
  const { account, oneTimePassword } = await openAccount(transaction, form.newAccount, {
    now: at.getTime(),
    passwords,
  });
  await record({ act: 'account.created', subject: account.aid });
  return { aid: account.aid, oneTimePassword };
}

/**
 * Changes a person of the actor's tenant; what is left out stays.
 * @throws ServiceError `login.user_not_found`, `admin.…`.
 */
export function changeMember(
  services: AdminServices,
  actor: Actor,
  ask: { fid: string; change: MemberChange },
): Promise<MemberView> {
  return act(services, actor, async (acting) => {
    await applyChange(services, acting, { ...ask, tid: actor.tid, authority: authorityOf(actor) });
    return getMember(acting.transaction, { tid: actor.tid, fid: ask.fid });
  });
}

/** The change with all that comes of it: who may act no more hands on their tasks, who leaves loses their clearance. */
export async function applyChange(
  { outbox }: Pick<AdminServices, 'outbox'>,
  { transaction, record }: Acting,
  { tid, fid, change, authority }: { tid: string; fid: string; change: MemberChange; authority: Authority },
): Promise<void> {
  const { before, after } = await writeChange(transaction, authority, { tid, fid, change });
  const hasLeft = before.state !== 'ended' && after.state === 'ended';
  if (hasLeft) await endClearance(transaction, { tid, fid });
  if (canAct(before) && !canAct(after)) await executorLeft({ outbox }, transaction, { tid, fid });
  await record({ act: hasLeft ? 'member.ended' : 'member.changed', subject: fid });
}

function canAct({ state, effectiveRights }: AdministeredMember): boolean {
  return state === 'active' && effectiveRights.includes(rights.signIn);
}

async function viewed(
  db: DatabaseHandle,
  { total, data }: { total: number; data: AdministeredMember[] },
): Promise<{ total: number; data: MemberView[] }> {
  const accounts = await accountsByID(db, [...new Set(data.map(({ aid }) => aid))]);
  return { total, data: data.map((member) => view(member, accounts.get(member.aid))) };
}

async function viewOf(
  db: DatabaseHandle | DatabaseTransaction,
  member: AdministeredMember,
): Promise<MemberView> {
  const accounts = await accountsByID(db, [member.aid]);
  return view(member, accounts.get(member.aid));
}

function view(
  { tid: _tid, aid: _aid, roles, ...member }: AdministeredMember,
  account: { mobileNo: string | null; email: string | null } | undefined,
): MemberView {
  return {
    ...member,
    roles: roles.map(({ roleID, name }) => ({ roleID, name })),
    mobileNo: account?.mobileNo ? maskPhone(account.mobileNo) : null,
    email: account?.email ? maskEmail(account.email) : null,
  };
}
