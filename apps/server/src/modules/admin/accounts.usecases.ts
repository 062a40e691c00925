import { entityTagFields } from '@sealflow/contract/schemas';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import {
  type AccountForm,
  type AdministeredAccount,
  assertContactsAvailable,
  createAdministeredAccount,
  endAllSessions,
  issueOneTimePassword,
  lockAdministeredAccount,
  closeAccount as markClosed,
  reopenAccount as markOpen,
  unlockAccount as markUnlocked,
  requireAccount,
  changeAccount as writeChange,
} from '../accounts/administration/administer-accounts.usecases.ts';
import { listMemberships } from '../tenants/administer-members.usecases.ts';
import { enqueueExecutorLeft } from '../workflow/executor-left.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { type ActionContext, act, actionContextAs, operatorActor } from './audited-action.usecases.ts';
import { applyChange } from './members.usecases.ts';

interface AccountTarget {
  operatorID: string;
  aid: string;
}

/** The tag that the caller read; undefined if the caller does not compare. */
interface Precondition {
  ifMatch?: string | undefined;
}

export interface AccountDetail extends AdministeredAccount {
  memberships: Awaited<ReturnType<typeof listMemberships>>;
}

/** @throws ServiceError `login.user_not_found`. */
export async function getAccount(db: DatabaseHandle, aid: string): Promise<AccountDetail> {
  return { ...(await requireAccount(db, aid)), memberships: await listMemberships(db, aid) };
}

/** @throws ServiceError `admin.…_taken`, `login.password_…`. */
export function createAccount(
  services: AdminServices,
  operatorID: string,
  form: AccountForm,
): Promise<AdministeredAccount & { oneTimePassword: string | null }> {
  return act(services, operatorActor(operatorID), async ({ transaction, at, record }) => {
    await assertContactsAvailable(transaction, form);
    const { account, oneTimePassword } = await createAdministeredAccount(transaction, form, {
      now: at.getTime(),
      passwords: services.passwords,
      managedBy: null,
    });
    await record({ act: 'account.created', subject: account.aid });
    return { ...account, oneTimePassword };
  });
}

/** @throws ServiceError `login.user_not_found`, `admin.…_taken`, `admin.changed_meanwhile`. */
export function changeAccount(
  services: AdminServices,
  target: AccountTarget & Precondition,
  change: Parameters<typeof writeChange>[2],
): Promise<AdministeredAccount> {
  return runOnAccount(services, target, async ({ transaction, record }) => {
    await assertUnchangedAccount(transaction, target);
    await writeChange(transaction, target.aid, change);
    await record({ act: 'account.changed', subject: target.aid });
  });
}

/**
 * Closes an account: its sessions end, its open tasks are reassigned and, if requested, its memberships end.
 * @throws ServiceError `login.user_not_found`, `admin.last_administrator`, `admin.changed_meanwhile`.
 */
export function closeAccount(
  services: AdminServices,
  { operatorID, aid, endMemberships, ifMatch }: AccountTarget & Precondition & { endMemberships: boolean },
): Promise<AccountDetail> {
  return act(services, operatorActor(operatorID), async (context) => {
    const { transaction, at, record } = context;
    const memberships = (await listMemberships(transaction, aid)).filter(({ state }) => state !== 'ended');
    // A fixed order prevents deadlocks with concurrent closures.
    const sortedMemberships = memberships.toSorted((one, other) => (one.tid < other.tid ? -1 : 1));
    if (endMemberships) {
      for (const { tid, fid } of sortedMemberships) {
        const tenantContext = actionContextAs(operatorActor(operatorID, tid), context);
        await applyChange(services, tenantContext, {
          tid,
          fid,
          change: { state: 'ended' },
          authority: 'unlimited',
        });
      }
    }
    await assertUnchangedAccount(transaction, { aid, ifMatch });
    await markClosed(transaction, { aid, at });
    for (const { tid, fid } of endMemberships ? [] : sortedMemberships)
      await enqueueExecutorLeft(services, transaction, { tid, fid });
    await record({ act: 'account.closed', subject: aid });
    return getAccount(transaction, aid);
  });
}

/** @throws ServiceError `login.user_not_found`. */
export function reopenAccount(services: AdminServices, target: AccountTarget): Promise<AdministeredAccount> {
  return runOnAccount(services, target, async ({ transaction, record }) => {
    await markOpen(transaction, target.aid);
    await record({ act: 'account.reopened', subject: target.aid });
  });
}

/** @throws ServiceError `login.user_not_found`. */
export function unlockAccount(services: AdminServices, target: AccountTarget): Promise<AdministeredAccount> {
  return runOnAccount(services, target, async ({ transaction, record }) => {
    await markUnlocked(transaction, target.aid);
    await record({ act: 'account.unlocked', subject: target.aid });
  });
}

/**
 * Replaces the password by a one-time password.
 * @throws ServiceError `login.user_not_found`.
 */
export function resetPassword(
  services: AdminServices,
  { operatorID, aid }: AccountTarget,
): Promise<{ aid: string; oneTimePassword: string }> {
  return act(services, operatorActor(operatorID), async ({ transaction, at, record }) => {
    const oneTimePassword = await issueOneTimePassword(transaction, { aid, at });
    await record({ act: 'account.password_reset', subject: aid });
    return { aid, oneTimePassword };
  });
}

/** @throws ServiceError `login.user_not_found`. */
export async function endAccountSessions(services: AdminServices, target: AccountTarget): Promise<void> {
  await runOnAccount(services, target, async ({ transaction, at, record }) => {
    await endAllSessions(transaction, { aid: target.aid, at });
    await record({ act: 'account.sessions_ended', subject: target.aid });
  });
}

/** Locks the account, after the tenants that the change locks. */
async function assertUnchangedAccount(
  transaction: DatabaseTransaction,
  { aid, ifMatch }: { aid: string } & Precondition,
): Promise<void> {
  if (ifMatch === undefined) return;
  await lockAdministeredAccount(transaction, aid);
  await assertUnchanged(ifMatch, entityTagFields.account, () => requireAccount(transaction, aid));
}

function runOnAccount(
  services: AdminServices,
  { operatorID, aid }: AccountTarget,
  work: (context: ActionContext) => Promise<void>,
): Promise<AdministeredAccount> {
  return act(services, operatorActor(operatorID), async (context) => {
    await work(context);
    return requireAccount(context.transaction, aid);
  });
}
