import type { DatabaseHandle } from '../../infra/database/index.ts';
import {
  type AccountForm,
  type AdministeredAccount,
  assertFreeContacts,
  endEverySession,
  issueOneTimePassword,
  closeAccount as markClosed,
  reopenAccount as markOpen,
  unlockAccount as markUnlocked,
  openAccount,
  requireAccount,
  changeAccount as writeChange,
} from '../accounts/administer-accounts.usecases.ts';
import { membershipsOf } from '../tenants/administer-members.usecases.ts';
import { executorLeft } from '../workflow/executor-left.usecases.ts';
import { type Acting, act, actingAs, operatorActor } from './act.usecases.ts';
import type { AdminServices } from './admin.port.ts';
import { applyChange } from './members.usecases.ts';

interface Ask {
  operatorID: string;
  aid: string;
}

export interface AccountDetail extends AdministeredAccount {
  memberships: Awaited<ReturnType<typeof membershipsOf>>;
}

/** @throws ServiceError `login.user_not_found`. */
export async function getAccount(db: DatabaseHandle, aid: string): Promise<AccountDetail> {
  return { ...(await requireAccount(db, aid)), memberships: await membershipsOf(db, aid) };
}

/** @throws ServiceError `admin.…_taken`, `login.password_…`. */
export function createAccount(
  services: AdminServices,
  operatorID: string,
  form: AccountForm,
): Promise<AdministeredAccount & { oneTimePassword: string | null }> {
  return act(services, operatorActor(operatorID), async ({ transaction, at, record }) => {
    await assertFreeContacts(transaction, form);
    const { account, oneTimePassword } = await openAccount(transaction, form, {
      now: at.getTime(),
      passwords: services.passwords,
      managedBy: null,
    });
    await record({ act: 'account.created', subject: account.aid });
    return { ...account, oneTimePassword };
  });
}

/** @throws ServiceError `login.user_not_found`, `admin.…_taken`. */
export function changeAccount(
  services: AdminServices,
  ask: Ask,
  change: Parameters<typeof writeChange>[2],
): Promise<AdministeredAccount> {
  return onAccount(services, ask, async ({ transaction, record }) => {
    await writeChange(transaction, ask.aid, change);
    await record({ act: 'account.changed', subject: ask.aid });
  });
}

/**
 * Closes an account: its sessions end, its open tasks are reassigned and, if requested, its memberships end.
 * @throws ServiceError `login.user_not_found`, `admin.last_administrator`.
 */
export function closeAccount(
  services: AdminServices,
  { operatorID, aid, endMemberships }: Ask & { endMemberships: boolean },
): Promise<AccountDetail> {
  return act(services, operatorActor(operatorID), async (acting) => {
    const { transaction, at, record } = acting;
    const memberships = (await membershipsOf(transaction, aid)).filter(({ state }) => state !== 'ended');
    // A fixed order prevents deadlocks with concurrent closures.
    const places = memberships.toSorted((one, other) => (one.tid < other.tid ? -1 : 1));
    if (endMemberships) {
      for (const { tid, fid } of places) {
        const there = actingAs(operatorActor(operatorID, tid), acting);
        await applyChange(services, there, { tid, fid, change: { state: 'ended' }, authority: 'unlimited' });
      }
    }
    await markClosed(transaction, { aid, at });
    for (const { tid, fid } of endMemberships ? [] : places)
      await executorLeft(services, transaction, { tid, fid });
    await record({ act: 'account.closed', subject: aid });
    return getAccount(transaction, aid);
  });
}

/** @throws ServiceError `login.user_not_found`. */
export function reopenAccount(services: AdminServices, ask: Ask): Promise<AdministeredAccount> {
  return onAccount(services, ask, async ({ transaction, record }) => {
    await markOpen(transaction, ask.aid);
    await record({ act: 'account.reopened', subject: ask.aid });
  });
}

/** @throws ServiceError `login.user_not_found`. */
export function unlockAccount(services: AdminServices, ask: Ask): Promise<AdministeredAccount> {
  return onAccount(services, ask, async ({ transaction, record }) => {
    await markUnlocked(transaction, ask.aid);
    await record({ act: 'account.unlocked', subject: ask.aid });
  });
}

/**
 * Replaces the password by a one-time password.
 * @throws ServiceError `login.user_not_found`.
 */
export function resetPassword(
  services: AdminServices,
  { operatorID, aid }: Ask,
): Promise<{ aid: string; oneTimePassword: string }> {
  return act(services, operatorActor(operatorID), async ({ transaction, at, record }) => {
    const oneTimePassword = await issueOneTimePassword(transaction, { aid, at });
    await record({ act: 'account.password_reset', subject: aid });
    return { aid, oneTimePassword };
  });
}

/** @throws ServiceError `login.user_not_found`. */
export async function endAccountSessions(services: AdminServices, ask: Ask): Promise<void> {
  await onAccount(services, ask, async ({ transaction, at, record }) => {
    await endEverySession(transaction, { aid: ask.aid, at });
    await record({ act: 'account.sessions_ended', subject: ask.aid });
  });
}

function onAccount(
  services: AdminServices,
  { operatorID, aid }: Ask,
  work: (acting: Acting) => Promise<void>,
): Promise<AdministeredAccount> {
  return act(services, operatorActor(operatorID), async (acting) => {
    await work(acting);
    return requireAccount(acting.transaction, aid);
  });
}
