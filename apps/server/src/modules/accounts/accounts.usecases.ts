import { randomUUID } from 'node:crypto';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type AccountRow, insertAccount, selectAccount, selectAccountByName } from './accounts.repository.ts';
import { normalizePhone } from './contacts/addresses.usecases.ts';
import { hashPassword } from './passwords/password-hash.util.ts';

export interface Account {
  aid: string;
  username: string;
  mobileNo: string | null;
  email: string | null;
  isActive: boolean;
}

export interface NewAccount {
  aid?: string;
  username: string;
  password: string;
  mobileNo?: string | null;
  email?: string | null;
  /** When the contacts were verified; without it they are unverified. */
  verifiedAt?: Date;
}

export async function createAccount(db: DatabaseHandle, account: NewAccount): Promise<Account> {
  const aid = account.aid ?? randomUUID();
  const { username, email = null } = account;
  const mobileNo = normalizePhone(account.mobileNo);
  const password_hash = await hashPassword(account.password);
  const { verifiedAt = null } = account;
  await insertAccount(db, {
    aid,
    username,
    mobile_no: mobileNo,
    email,
    mobile_verified_at: mobileNo === null ? null : verifiedAt,
    email_verified_at: email === null ? null : verifiedAt,
    password_hash,
  });
  return { aid, username, mobileNo, email, isActive: true };
}

export async function findAccount(db: DatabaseHandle, aid: string): Promise<Account | undefined> {
  const row = await selectAccount(db, aid);
  return row && toAccount(row);
}

/** Finds an account by user name, phone number or e-mail address. */
export async function findAccountByName(db: DatabaseHandle, name: string): Promise<Account | undefined> {
  const row = await findAccountRowByName(db, name);
  return row && toAccount(row);
}

/**
 * Finds an account by user name, phone number or e-mail address.
 * @returns the account, and whether the identifier is certainly its own: the user name or a verified contact.
 */
export async function findAccountByIdentifier(
  db: DatabaseHandle,
  name: string,
): Promise<{ account: Account; isOwnIdentifier: boolean } | undefined> {
  const row = await findAccountRowByName(db, name);
  if (!row) return undefined;
  const isUsername = row.username.toLowerCase() === name.toLowerCase();
  const isPhone = row.mobile_verified_at !== null && row.mobile_no === normalizePhone(name);
  const isEmail = row.email_verified_at !== null && row.email?.toLowerCase() === name.toLowerCase();
  return { account: toAccount(row), isOwnIdentifier: isUsername || isPhone || isEmail };
}

/** The row of an account, for verifying a password. */
export function findAccountRow(db: DatabaseHandle, aid: string): Promise<AccountRow | undefined> {
  return selectAccount(db, aid);
}

/** The row of the account with a user name, phone number or e-mail address, for verifying a password. */
export function findAccountRowByName(db: DatabaseHandle, name: string): Promise<AccountRow | undefined> {
  return selectAccountByName(db, { name, mobileNo: normalizePhone(name) });
}

function toAccount(row: AccountRow): Account {
  const { aid, username, mobile_no, email, state } = row;
  return { aid, username, mobileNo: mobile_no, email, isActive: state === 'active' };
}
