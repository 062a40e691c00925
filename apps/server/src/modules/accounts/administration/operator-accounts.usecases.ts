import { randomUUID } from 'node:crypto';
import type { SignInAnswer } from '@sealflow/contract';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  violatedUniqueIndex,
} from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { lockAccountRow } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { findAccountRowByName } from '../accounts.usecases.ts';
import type { ProvenDevice } from '../devices/devices.usecases.ts';
import { secondFactorChannels } from '../second-factor/second-factor.usecases.ts';
import { hasTotp } from '../second-factor/totp.repository.ts';
import { storeConfirmedTotp } from '../second-factor/totp-enrolment.usecases.ts';
import { createSession } from '../sessions/create-session.usecases.ts';
import { selectAccountPage } from './administer-accounts.repository.ts';
import { type AccountForm, createAdministeredAccount } from './administer-accounts.usecases.ts';
import {
  countOperatorAccounts,
  existsOperatorAccount,
  insertOperatorAccount,
  lockOperatorAccounts,
  markOperatorAccountWithdrawn,
  selectOperatorAccounts,
  selectOperatorNames,
  selectOperatorOfSession,
} from './operator-accounts.repository.ts';
import { lockOperators } from './operators.repository.ts';

/** How long a session may act as the operator after it presented two factors. */
export const operatorStepUpLifetimeMs = 12 * 3_600_000;

/**
 * The operator role of the account of a session.
 * @returns undefined where the account has none.
 * @throws ServiceError `login.step_up_required` where the session has not presented two factors lately.
 */
export async function findOperatorOfSession(
  { db, clock }: Pick<AccountServices, 'db' | 'clock'>,
  session: AccountSession,
): Promise<{ operatorID: string; aid: string } | undefined> {
  const found = await selectOperatorOfSession(db, session);
  if (!found) return undefined;
  const { operatorID, twoFactorsAt } = found;
  if (!twoFactorsAt || twoFactorsAt.getTime() + operatorStepUpLifetimeMs <= clock())
    throw new ServiceError('login.step_up_required');
  return { operatorID, aid: session.aid };
}

/** Whether the deployment has an operator that is a person. */
export const hasOperatorAccount = (db: DatabaseHandle): Promise<boolean> => existsOperatorAccount(db);

/** The account of a person who becomes an operator without an existing account. */
export interface NewOperator extends Omit<AccountForm, 'oneTimePassword'> {
  /** The name of the person. */
  name: string;
  /** The secret of the authenticator app. */
  secret: Buffer;
  /** The first code of the authenticator app. */
  totp: string;
  /** The device that the session is bound to. */
  device: ProvenDevice | undefined;
}

/**
 * Creates an account with an authenticator app and the operator role, and signs it in.
 * @throws ServiceError `admin.username_taken`, `login.verification_code_error`, `login.password_…`.
 */
export async function createOperatorAccount(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { name, secret, totp, device, ...form }: NewOperator,
): Promise<{ operatorID: string; recoveryCodes: string[]; signIn: SignInAnswer }> {
  const { passwords } = context;
  const now = context.clock();
  const at = new Date(now);
  const created = await createAdministeredAccount(
    transaction,
    { ...form, oneTimePassword: false },
    { now, passwords, managedBy: null },
  );
  const { aid } = created.account;
  const recoveryCodes = await storeConfirmedTotp(context, transaction, { aid, secret, totp });
  const operatorID = await insertOperatorRole(transaction, { aid, name, grantedBy: null, at });
  const account = await lockAccountRow(transaction, aid);
  if (!account) throw new Error('the new account has no row');
  const signIn = await createSession(context, transaction, {
    account,
    tenants: [],
    device,
    amr: ['pwd', 'otp', 'mfa'],
  });
  return { operatorID, recoveryCodes, signIn };
}

/** All operators that are people, also those whose role was withdrawn. */
export async function listOperatorAccounts(
  db: DatabaseHandle,
  { current, ...page }: { skip: number; limit: number; current: string },
) {
  const [total, rows] = await Promise.all([
    countOperatorAccounts(db),
    page.limit === 0 ? [] : selectOperatorAccounts(db, page),
  ]);
  const data = rows.map((row) => ({
    operatorID: row.operator_id,
    aid: row.aid,
    username: row.username,
    name: row.name,
    state: row.state,
    hasTotp: row.totp_at !== null,
    grantedBy: row.granted_by,
    grantedAt: row.granted_at.getTime(),
    withdrawnBy: row.withdrawn_by,
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
    /** Whether the caller is this operator. */
    current: row.operator_id === current,
  }));
  return { total, data };
}

/** The names of operators and accounts; unknown ids are left out. */
export async function listAuditNames(
  db: DatabaseHandle,
  { operatorIDs, aids }: { operatorIDs: readonly string[]; aids: readonly string[] },
) {
  const [operators, accounts] = await Promise.all([
    operatorIDs.length === 0 ? [] : selectOperatorNames(db, operatorIDs),
    selectAccountPage(db, { aids }, { skip: 0, limit: aids.length }),
  ]);
  return { operators, accounts: accounts.map(({ aid, username }) => ({ aid, username })) };
}

/**
 * Grants the operator role to an account with a second factor.
 * @throws ServiceError `login.user_not_found`, `admin.operator_exists`, `admin.operator_without_second_factor`.
 */
export async function grantOperatorRole(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account: name, name: personName, by, at }: { account: string; name: string; by: string; at: Date },
): Promise<{ operatorID: string; aid: string }> {
  const found = await findAccountRowByName(transaction, name);
  const account = found && (await lockAccountRow(transaction, found.aid));
  if (account?.state !== 'active') throw new ServiceError('login.user_not_found');
  const owner = { account, hasTotp: await hasTotp(transaction, account.aid) };
  if (!owner.hasTotp && secondFactorChannels(context, owner).length === 0)
    throw new ServiceError('admin.operator_without_second_factor');
  const { aid } = account;
  const operatorID = await insertOperatorRole(transaction, { aid, name: personName, grantedBy: by, at });
  return { operatorID, aid };
}

/** Gives an account the operator role. @throws ServiceError `admin.operator_exists`. */
async function insertOperatorRole(
  transaction: DatabaseTransaction,
  role: { aid: string; name: string; grantedBy: string | null; at: Date },
): Promise<string> {
  const operatorID = randomUUID();
  await insertOperatorAccount(transaction, { operatorID, ...role }).catch((error: unknown) => {
    if (violatedUniqueIndex(error) === 'operator_accounts_active')
      throw new ServiceError('admin.operator_exists');
    throw error;
  });
  return operatorID;
}

/**
 * Withdraws the operator role of an account. The account and its sessions remain.
 * @returns false where the id belongs to no operator that is a person.
 * @throws ServiceError `admin.operator_person_last` where neither a person nor a credential would remain.
 */
export async function withdrawOperatorRole(
  transaction: DatabaseTransaction,
  withdrawal: { operatorID: string; by: string; at: Date },
): Promise<boolean> {
  const credentials = await lockOperators(transaction);
  const people = await lockOperatorAccounts(transaction);
  if (!people.some((person) => person.operator_id === withdrawal.operatorID)) return false;
  if (people.length === 1 && credentials.length === 0) throw new ServiceError('admin.operator_person_last');
  await markOperatorAccountWithdrawn(transaction, withdrawal);
  return true;
}
