import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

export interface ImportedAccountForm {
  readonly aid: string;
  readonly username: string;
  /** Contacts in their stored form. They stay unverified until their owner proves them. */
  readonly mobileNo: string | null;
  readonly email: string | null;
}

/** Inserts accounts, except those whose user name exists. @returns the ids of the inserted ones. */
export async function insertAccounts(
  transaction: DatabaseTransaction,
  {
    accounts,
    managedBy,
    passwordHash,
  }: { accounts: readonly ImportedAccountForm[]; managedBy: string; passwordHash: string },
): Promise<string[]> {
  const { rows } = await sql<{ aid: string }>`
    insert into accounts (aid, username, mobile_no, email, managed_by, password_hash)
    select aid, username, "mobileNo", email, ${managedBy}, ${passwordHash}
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as one (aid text, username text, "mobileNo" text, email text)
    on conflict (lower(username)) do nothing returning aid
  `.execute(transaction);
  return rows.map(({ aid }) => aid);
}

/** The user names among these that an account has, in lower case. */
export async function selectTakenUsernames(
  db: DatabaseHandle,
  usernames: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select lower(username) as name from accounts
    where lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])
  `.execute(db);
  return rows.map(({ name }) => name);
}
