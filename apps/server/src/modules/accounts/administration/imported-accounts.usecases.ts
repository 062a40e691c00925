import { randomBytes } from 'node:crypto';
import type { DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';
import { hashPassword } from '../passwords/password-hash.util.ts';
import {
  type ImportedAccountForm,
  insertAccounts,
  selectTakenUsernames,
} from './imported-accounts.repository.ts';

export type { ImportedAccountForm } from './imported-accounts.repository.ts';

let unknownPasswordHash: Promise<string> | undefined;

/**
 * The hash of a random password that is not stored. All imported accounts have the same one: a hash per account would
 * take most of the time of an import, and a verification takes the same time with either.
 */
function hashOfUnknownPassword(): Promise<string> {
  unknownPasswordHash ??= hashPassword(randomBytes(32).toString('base64url'));
  return unknownPasswordHash;
}

/**
 * Creates accounts that a tenant manages. Their owners sign in by a code or reset the password.
 * @returns the ids of the created ones; an account whose user name exists is missing.
 */
export async function createImportedAccounts(
  transaction: DatabaseTransaction,
  { accounts, managedBy }: { accounts: readonly ImportedAccountForm[]; managedBy: string },
): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set();
  const passwordHash = await hashOfUnknownPassword();
  return new Set(await insertAccounts(transaction, { accounts, managedBy, passwordHash }));
}

/** The user names among these that an account of any tenant has, in lower case. */
export async function findTakenUsernames(
  db: DatabaseHandle,
  usernames: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(usernames.length === 0 ? [] : await selectTakenUsernames(db, usernames));
}
