import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findMember, listMembers } from '../tenants/tenants.usecases.ts';
import {
  countClearances,
  deleteClearance,
  selectClearance,
  selectClearances,
  selectClearancesOf,
  upsertClearance,
  upsertClearances,
} from './clearances.repository.ts';

/** The clearances of a tenant. Members without one read up to the default classification. */
export async function listClearances(
  db: DatabaseHandle,
  query: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: { fid: string; name: string; level: number }[] }> {
  const { tid, limit } = query;
  const [total, rows] = await Promise.all([
    countClearances(db, tid),
    limit === 0 ? [] : selectClearances(db, query),
  ]);
  const people = await listMembers(db, { tid, fids: rows.map(({ fid }) => fid) });
  const names = new Map(people.map(({ fid, name }) => [fid, name]));
  return { total, data: rows.map(({ fid, level }) => ({ fid, name: names.get(fid) ?? '', level })) };
}

/**
 * The clearance of a member; its level is null for the default.
 * @throws ServiceError `login.user_not_found`.
 */
export async function requireClearance(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<{ fid: string; name: string; level: number | null }> {
  const member = await findMember(db, { tid, fid });
  if (!member) throw new ServiceError('login.user_not_found');
  return { fid, name: member.name, level: (await selectClearance(db, { tid, fid })) ?? null };
}

/**
 * Sets the clearance of a member; null removes it, so that the default applies.
 * @throws ServiceError `login.user_not_found` if no such member exists, or if a level is set for an ended membership.
 */
export async function updateClearance(
  transaction: DatabaseTransaction,
  { tid, fid, level }: { tid: string; fid: string; level: number | null },
): Promise<void> {
  const member = await findMember(transaction, { tid, fid });
  if (!member || (level !== null && member.state === 'ended')) throw new ServiceError('login.user_not_found');
  if (level === null) await deleteClearance(transaction, { tid, fid });
  else await upsertClearance(transaction, { tid, fid, level });
}

/** The clearance levels of members by id. Members without a clearance are missing. */
export async function findClearances(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = fids.length === 0 ? [] : await selectClearancesOf(db, { tid, fids });
  return new Map(rows.map(({ fid, level }) => [fid, level]));
}

/** Sets clearances of members that the caller has locked. */
export async function updateClearances(
  transaction: DatabaseTransaction,
  clearances: readonly { tid: string; fid: string; level: number }[],
): Promise<void> {
  if (clearances.length > 0) await upsertClearances(transaction, clearances);
}

/** Deletes the clearance of a member whose membership ends. */
export const endClearance = deleteClearance;
