import { randomUUID } from 'node:crypto';
import { parseEmail } from '@sealflow/domain/identifiers';
import {
  brokenUniqueness,
  type DatabaseHandle,
  type DatabaseTransaction,
} from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { readableSecret } from '../../infra/random/readable-secret.adapter.ts';
import { type AccountRow, insertAccount } from './accounts.repository.ts';
import { rowByName } from './accounts.usecases.ts';
import { storedPhone } from './addresses.usecases.ts';
import {
  type AccountFilter,
  countAccounts,
  selectAccountPage,
  updateAccount,
} from './administer-accounts.repository.ts';
import { forgetTwoFactorTimes } from './devices.repository.ts';
import { demandRules, demandStrength, type PasswordPolicy } from './new-password.usecases.ts';
import { hashPassword } from './password-hash.adapter.ts';
import { endSessions } from './sessions.repository.ts';

/** An account as its operator sees it. */
export interface AdministeredAccount {
  aid: string;
  username: string;
  mobileNo: string | null;
  email: string | null;
  state: 'active' | 'closed';
  lockedUntil: number | null;
  createAt: number;
}

export interface AccountForm {
  username: string;
  mobileNo: string | null;
  email: string | null;
  password?: string | undefined;
  /** Without it and without a password the person first signs in by a code. */
  oneTimePassword: boolean;
}

/** How long a one-time password waits for its only sign-in. */
const oneTimeLife = 7 * 86_400_000;

export async function listAccounts(
  db: DatabaseHandle,
  asked: Omit<AccountFilter, 'aids'> & { account?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: AdministeredAccount[] }> {
  const { skip, limit, account, ...rest } = asked;
  const named = account === undefined ? undefined : await rowByName(db, account);
  const filter = account === undefined ? rest : { ...rest, aids: named ? [named.aid] : [] };
  const [total, rows] = await Promise.all([
    countAccounts(db, filter),
    limit === 0 ? [] : selectAccountPage(db, filter, { skip, limit }),
  ]);
  return { total, data: rows.map(fromRow) };
}

/** The accounts among these ids. */
export async function accountsByID(
  db: DatabaseHandle,
  aids: readonly string[],
): Promise<ReadonlyMap<string, AdministeredAccount>> {
  const rows =
    aids.length === 0 ? [] : await selectAccountPage(db, { aids }, { skip: 0, limit: aids.length });
  return new Map(rows.map((row) => [row.aid, fromRow(row)]));
}

/** @throws ServiceError `login.user_not_found`. */
export async function requireAccount(db: DatabaseHandle, aid: string): Promise<AdministeredAccount> {
  const account = (await accountsByID(db, [aid])).get(aid);
  if (!account) throw new ServiceError('login.user_not_found');
  return account;
}

/**
 * Makes an account.
 * @returns it, and the one-time password where one was asked for: nobody can read it afterwards.
 * @throws ServiceError `admin.username_taken`, `admin.phone_taken`, `admin.email_taken`, `login.password_…`.
 */
export async function openAccount(
  transaction: DatabaseTransaction,
  { username, mobileNo, email, password, oneTimePassword }: AccountForm,
  { now, passwords }: { now: number; passwords: PasswordPolicy },
): Promise<{ account: AdministeredAccount; oneTimePassword: string | null }> {
  if (password !== undefined) {
    demandRules(passwords, { newPassword: password, oldPassword: null });
    await demandStrength(passwords, password, [username, email, mobileNo]);
  }
  const oneTime = password === undefined && oneTimePassword ? makeOneTimePassword() : null;
  const aid = randomUUID();
  await insertAccount(transaction, {
    aid,
    username,
    ...reached({ mobileNo, email }),
    password_hash: await hashPassword(password ?? oneTime ?? randomUUID()),
    password_until: oneTime === null ? null : new Date(now + oneTimeLife),
  }).catch(sayWhatIsTaken);
  return { account: await requireAccount(transaction, aid), oneTimePassword: oneTime };
}

/**
 * Changes username, phone or e-mail; what is left out stays.
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
  const changes = { ...reached(change), ...(username === undefined ? {} : { username }) };
  await requireAccount(transaction, aid);
  if (Object.keys(changes).length > 0) await updateAccount(transaction, aid, changes).catch(sayWhatIsTaken);
}

/** Nobody signs in to it any more, and nobody is. @throws ServiceError `login.user_not_found`. */
export async function closeAccount(
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  await update(transaction, aid, { state: 'closed' });
  await endSessions(transaction, { aid, except: null }, { reason: 'logout', at });
}

/** @throws ServiceError `login.user_not_found`. */
export function reopenAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  return update(transaction, aid, { state: 'active' });
}

/** Takes passwords again after too many wrong ones. @throws ServiceError `login.user_not_found`. */
export function unlockAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  return update(transaction, aid, { failed_sign_ins: 0, locked_until: null });
}

/**
 * Puts a one-time password in the place of the one there was, takes it again at once, and ends every session.
 * @throws ServiceError `login.user_not_found`.
 */
export async function issueOneTimePassword(
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<string> {
  const password = makeOneTimePassword();
  await update(transaction, aid, {
    password_hash: await hashPassword(password),
    password_until: new Date(at.getTime() + oneTimeLife),
    password_used_at: null,
    failed_sign_ins: 0,
    locked_until: null,
  });
  await forgetTwoFactorTimes(transaction, aid);
  await endSessions(transaction, { aid, except: null }, { reason: 'password_changed', at });
  return password;
}

/** Ends every session of an account; its devices keep their keys. */
export async function endEverySession(
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  await requireAccount(transaction, aid);
  await endSessions(transaction, { aid, except: null }, { reason: 'logout', at });
}

async function update(
  transaction: DatabaseTransaction,
  aid: string,
  changes: Parameters<typeof updateAccount>[2],
): Promise<void> {
  if (!(await updateAccount(transaction, aid, changes))) throw new ServiceError('login.user_not_found');
}

/** As they are stored and compared. */
function reached({
  mobileNo,
  email,
}: {
  mobileNo?: string | null | undefined;
  email?: string | null | undefined;
}) {
  return {
    ...(mobileNo === undefined ? {} : { mobile_no: storedPhone(mobileNo) }),
    ...(email === undefined ? {} : { email: email && (parseEmail(email) ?? email) }),
  };
}

function sayWhatIsTaken(error: unknown): never {
  const codes = {
    accounts_username: 'admin.username_taken',
    accounts_mobile_no: 'admin.phone_taken',
    accounts_email: 'admin.email_taken',
  } as const;
  const broken = brokenUniqueness(error) ?? '';
  if (Object.hasOwn(codes, broken)) throw new ServiceError(codes[broken as keyof typeof codes]);
  throw error;
}

/** 79 bits. */
const makeOneTimePassword = () => readableSecret({ groups: 4, signsEach: 4 });

function fromRow(row: AccountRow): AdministeredAccount {
  const { aid, username, mobile_no, email, state, locked_until, created_at } = row;
  return {
    aid,
    username,
    mobileNo: mobile_no,
    email,
    state,
    lockedUntil: locked_until?.getTime() ?? null,
    createAt: created_at.getTime(),
  };
}
