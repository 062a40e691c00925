import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import * as repository from './imported-members.repository.ts';
import { invitationLifetimeMs } from './invitations.usecases.ts';

export type {
  ImportedMemberChange,
  ImportedMemberForm,
  ImportedMemberRow,
  PersonKeys,
} from './imported-members.repository.ts';

/**
 * The ids of the members of a tenant that imported people are, by the number of the row: several where its keys belong to
 * several members. People outside of the tenant are not searched, so that the result reveals nothing about them.
 */
export async function matchMembers(
  db: DatabaseHandle,
  query: { tid: string; people: readonly repository.PersonKeys[]; now: Date },
): Promise<ReadonlyMap<number, readonly string[]>> {
  const matches = Map.groupBy(await repository.selectMatches(db, query), ({ n }) => n);
  return new Map([...matches].map(([n, found]) => [n, found.map(({ fid }) => fid)]));
}

/** The ids among these that no new member can have. */
export const findFormerIDs = repository.selectFormerIDs;

export async function findImportedMembers(
  db: DatabaseHandle,
  query: { tid: string; fids: readonly string[] },
): Promise<ReadonlyMap<string, repository.ImportedMemberRow>> {
  const rows = await repository.selectImportedMembers(db, query);
  return new Map(rows.map((row) => [row.fid, row]));
}

/**
 * Adds members together with the accounts that the tenant created for them. The caller holds the lock of the tenant and
 * has checked departments, roles, authority and ids. Invited members join by their first verified sign-in.
 */
export async function admitImportedMembers(
  transaction: DatabaseTransaction,
  { tid, members, at }: { tid: string; members: readonly repository.ImportedMemberForm[]; at: Date },
): Promise<void> {
  if (members.length === 0) return;
  await repository.releaseStaffIDs(transaction, { tid, staffIDs: staffIDsOf(members) });
  const expireAt = new Date(at.getTime() + invitationLifetimeMs);
  await repository.insertImportedMembers(transaction, { tid, members, at, expireAt });
}

/** Changes names, departments and staff ids. The caller holds the lock of the tenant. */
export async function changeImportedMembers(
  transaction: DatabaseTransaction,
  { tid, changes }: { tid: string; changes: readonly repository.ImportedMemberChange[] },
): Promise<void> {
  if (changes.length === 0) return;
  await repository.releaseStaffIDs(transaction, { tid, staffIDs: staffIDsOf(changes) });
  await repository.updateImportedMembers(transaction, { tid, changes });
}

const staffIDsOf = (people: readonly { readonly staffID: string | null }[]) =>
  people.map(({ staffID }) => staffID).filter((staffID) => staffID !== null);
