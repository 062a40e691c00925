import { randomUUID } from 'node:crypto';
import { parseEmail } from '@sealflow/domain/identifiers';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  violatedUniqueIndex,
} from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { createReadableSecret } from '../../../infra/random/readable-secret.util.ts';
import {
  type AccountRow,
  insertAccount,
  lockAccountRow,
  updatePasswordHash,
} from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { findAccountRowByName } from '../accounts.usecases.ts';
import { normalizePhone } from '../contacts/addresses.usecases.ts';
import { clearTwoFactorTimes } from '../devices/devices.repository.ts';
import { notifyAccountOwner } from '../notices/account-notices.usecases.ts';
import {
  assertPasswordRules,
  assertPasswordStrength,
  type PasswordPolicy,
} from '../passwords/new-password.usecases.ts';
import { hashPassword } from '../passwords/password-hash.util.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import {
  type AccountFilter,
  countAccounts,
  selectAccountPage,
  selectContactsVerifiedElsewhere,
  updateAccount,
} from './administer-accounts.repository.ts';

export type { AccountServices } from '../accounts.types.ts';

/** An account as administrators see it. */
export interface AdministeredAccount {
  aid: string;
  username: string;
  mobileNo: string | null;
  email: string | null;
  /** When the owner verified the phone number, in milliseconds since 1970; null while it is unverified. */
  mobileVerifiedAt: number | null;
  emailVerifiedAt: number | null;
  /** The tenant that created the account and manages it; null for none. */
  managedBy: string | null;
  state: 'active' | 'closed';
  lockedUntil: number | null;
  createAt: number;
}

export interface AccountForm {
  username: string;
  mobileNo: string | null;
  email: string | null;
  password?: string | undefined;
  /** Whether a one-time password is generated. Without it and without a password the first sign-in needs a code. */
  oneTimePassword: boolean;
}

/** Lifetime of a one-time password, which is good for one sign-in. */
const oneTimePasswordLifetimeMs = 7 * 86_400_000;

export async function listAccounts(
  db: DatabaseHandle,
  query: Omit<AccountFilter, 'aids'> & { account?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: AdministeredAccount[] }> {
  const { skip, limit, account, ...rest } = query;
  const namedAccount = account === undefined ? undefined : await findAccountRowByName(db, account);
  const filter = account === undefined ? rest : { ...rest, aids: namedAccount ? [namedAccount.aid] : [] };
  const [total, rows] = await Promise.all([
    countAccounts(db, filter),
    limit === 0 ? [] : selectAccountPage(db, filter, { skip, limit }),
  ]);
  return { total, data: rows.map(toAdministeredAccount) };
}

/** The accounts with these ids, by id. Unknown ids are missing. */
export async function findAccountsByID(
  db: DatabaseHandle,
  aids: readonly string[],
): Promise<ReadonlyMap<string, AdministeredAccount>> {
  const rows =
    aids.length === 0 ? [] : await selectAccountPage(db, { aids }, { skip: 0, limit: aids.length });
  return new Map(rows.map((row) => [row.aid, toAdministeredAccount(row)]));
}

/** @throws ServiceError `login.user_not_found`. */
export async function requireAccount(db: DatabaseHandle, aid: string): Promise<AdministeredAccount> {
  const account = (await findAccountsByID(db, [aid])).get(aid);
  if (!account) throw new ServiceError('login.user_not_found');
  return account;
}

/** Locks an account until the transaction ends. @throws ServiceError `login.user_not_found`. */
export async function lockAdministeredAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  if (!(await lockAccountRow(transaction, aid))) throw new ServiceError('login.user_not_found');
}

/**
 * Creates an account. Its contacts stay unverified until their owner proves them, so several accounts may have the same
 * one.
 * @param options - `managedBy` is the tenant that creates the account, null for the operator.
 * @returns the account, and the one-time password where one was requested. Only its hash is stored.
 * @throws ServiceError `admin.username_taken`, `login.password_…`.
 */
export async function createAdministeredAccount(
  transaction: DatabaseTransaction,
  { username, mobileNo, email, password, oneTimePassword }: AccountForm,
  { now, passwords, managedBy }: { now: number; passwords: PasswordPolicy; managedBy: string | null },
): Promise<{ account: AdministeredAccount; oneTimePassword: string | null }> {
  if (password !== undefined) {
    assertPasswordRules(passwords, { newPassword: password, oldPassword: null });
    await assertPasswordStrength(passwords, password, [username, email, mobileNo]);
  }
  const oneTime = password === undefined && oneTimePassword ? generateOneTimePassword() : null;
  const aid = randomUUID();
  await insertAccount(transaction, {
    aid,
    username,
    ...contactColumns({ mobileNo, email }),
    managed_by: managedBy,
    password_hash: await hashPassword(password ?? oneTime ?? randomUUID()),
    password_until: oneTime === null ? null : new Date(now + oneTimePasswordLifetimeMs),
  }).catch(rejectTakenName);
  return { account: await requireAccount(transaction, aid), oneTimePassword: oneTime };
}

/**
 * Asserts that no other account has verified these contacts. For the operator only: the error reveals that an account
 * exists.
 * @throws ServiceError `admin.phone_taken`, `admin.email_taken`.
 */
export async function assertContactsAvailable(
  db: DatabaseHandle,
  form: { mobileNo?: string | null | undefined; email?: string | null | undefined },
  except: string | null = null,
): Promise<void> {
  const { mobile_no: mobileNo = null, email = null } = contactColumns(form);
  const { hasMobileNo, hasEmail } = await selectContactsVerifiedElsewhere(db, { mobileNo, email, except });
  if (hasMobileNo) throw new ServiceError('admin.phone_taken');
  if (hasEmail) throw new ServiceError('admin.email_taken');
}

/**
 * Changes user name, phone number or e-mail address; omitted fields stay. A changed contact is unverified until its
 * owner proves it. Where the change removes the only verified contact, an unverified one that the change omits is
 * deleted too: otherwise it would become a way to sign in.
 * @throws ServiceError `login.user_not_found`, `admin.username_taken`, `admin.phone_taken`, `admin.email_taken`.
 */
export async function changeAccount(
  transaction: DatabaseTransaction,
  aid: string,
  change: {
    username?: string | undefined;
    mobileNo?: string | null | undefined;
    email?: string | null | undefined;
  },
): Promise<void> {
  const { username } = change;
  const changes = { ...contactColumns(change), ...(username === undefined ? {} : { username }) };
  await requireAccount(transaction, aid);
  await assertContactsAvailable(transaction, change, aid);
  if (Object.keys(changes).length === 0) return;
  await updateAccount(transaction, aid, changes).catch(rejectTakenName);
  // A database trigger deletes the unverified contact when the verified one changes. One that the operator names is
  // written again.
  if (changes.mobile_no && changes.email) await updateAccount(transaction, aid, changes);
}

/** Closes an account: ends its sessions and prevents sign-in. @throws ServiceError `login.user_not_found`. */
export async function closeAccount(
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  await updateExistingAccount(transaction, aid, { state: 'closed' });
  await endSessions(transaction, { aid, except: null }, { reason: 'logout', at });
}

/** @throws ServiceError `login.user_not_found`. */
export function reopenAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  return updateExistingAccount(transaction, aid, { state: 'active' });
}

/** Unlocks an account that too many wrong passwords locked. @throws ServiceError `login.user_not_found`. */
export function unlockAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  return updateExistingAccount(transaction, aid, { failed_sign_ins: 0, locked_until: null });
}

/**
 * Replaces the password by a one-time password, unlocks the account and ends every session.
 * @returns the one-time password.
 * @throws ServiceError `login.user_not_found`.
 */
export async function issueOneTimePassword(
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<string> {
  const password = generateOneTimePassword();
  await updateExistingAccount(transaction, aid, {
    password_hash: await hashPassword(password),
    password_until: new Date(at.getTime() + oneTimePasswordLifetimeMs),
    password_used_at: null,
    failed_sign_ins: 0,
    locked_until: null,
  });
  await clearTwoFactorTimes(transaction, aid);
  await endSessions(transaction, { aid, except: null }, { reason: 'password_changed', at });
  return password;
}

/**
 * Invalidates the password of an account, ends every session, and notifies the owner to set a new password by a code.
 * @throws ServiceError `login.user_not_found`, `admin.account_without_contact` where no code can be sent.
 */
export async function requestPasswordReset(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  const account = await lockAccountRow(transaction, aid);
  if (account?.state !== 'active') throw new ServiceError('login.user_not_found');
  if (account.mobile_no === null && account.email === null)
    throw new ServiceError('admin.account_without_contact');
  const passwordHash = await hashPassword(randomUUID());
  await updatePasswordHash(transaction, { aid, passwordHash, resetChannel: null });
  await clearTwoFactorTimes(transaction, aid);
  await endSessions(transaction, { aid, except: null }, { reason: 'password_changed', at });
  await notifyAccountOwner(context, transaction, { account, kind: 'reset_requested' });
}

/** Ends every session of an account. Its devices stay registered. @throws ServiceError `login.user_not_found`. */
export async function endAllSessions(
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  await requireAccount(transaction, aid);
  await endSessions(transaction, { aid, except: null }, { reason: 'logout', at });
}

async function updateExistingAccount(
  transaction: DatabaseTransaction,
  aid: string,
  changes: Parameters<typeof updateAccount>[2],
): Promise<void> {
  if (!(await updateAccount(transaction, aid, changes))) throw new ServiceError('login.user_not_found');
}

/** The columns of the contacts that are given, in their stored form. */
function contactColumns({
  mobileNo,
  email,
}: {
  mobileNo?: string | null | undefined;
  email?: string | null | undefined;
}) {
  return {
    ...(mobileNo === undefined ? {} : { mobile_no: normalizePhone(mobileNo) }),
    ...(email === undefined ? {} : { email: email && (parseEmail(email) ?? email) }),
  };
}

function rejectTakenName(error: unknown): never {
  if (violatedUniqueIndex(error) === 'accounts_username') throw new ServiceError('admin.username_taken');
  throw error;
}

/** The password has 79 bits of entropy. */
const generateOneTimePassword = () => createReadableSecret({ groupCount: 4, charactersPerGroup: 4 });

function toAdministeredAccount(row: AccountRow): AdministeredAccount {
  const { aid, username, mobile_no, email, state, locked_until, created_at } = row;
  return {
    aid,
    username,
    mobileNo: mobile_no,
    email,
    mobileVerifiedAt: row.mobile_verified_at?.getTime() ?? null,
    emailVerifiedAt: row.email_verified_at?.getTime() ?? null,
    managedBy: row.managed_by,
    state,
    lockedUntil: locked_until?.getTime() ?? null,
    createAt: created_at.getTime(),
  };
}
