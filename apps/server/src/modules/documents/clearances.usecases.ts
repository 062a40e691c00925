import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findMember, listMembers } from '../tenants/tenants.usecases.ts';
import {
  countClearances,
  deleteClearance,
  selectClearances,
  upsertClearance,
} from './clearances.repository.ts';

/** Up to which level people of a tenant read; whoever is not listed reads up to the default classification. */
export async function listClearances(
  db: DatabaseHandle,
  asked: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: { fid: string; name: string; level: number }[] }> {
  const { tid, limit } = asked;
  const [total, rows] = await Promise.all([
    countClearances(db, tid),
    limit === 0 ? [] : selectClearances(db, asked),
  ]);
  const people = await listMembers(db, { tid, fids: rows.map(({ fid }) => fid) });
  const names = new Map(people.map(({ fid, name }) => [fid, name]));
  return { total, data: rows.map(({ fid, level }) => ({ fid, name: names.get(fid) ?? '', level })) };
}

/**
 * Lets a person of the tenant read up to a level; null for what everyone may.
 * @throws ServiceError `login.user_not_found` where nobody of the tenant is called so, or they have left.
 */
export async function changeClearance(
  transaction: DatabaseTransaction,
  { tid, fid, level }: { tid: string; fid: string; level: number | null },
): Promise<void> {
  const member = await findMember(transaction, { tid, fid });
  if (!member || (level !== null && member.state === 'ended')) throw new ServiceError('login.user_not_found');
  if (level === null) await deleteClearance(transaction, { tid, fid });
  else await upsertClearance(transaction, { tid, fid, level });
}

/** A clearance is gone when its person leaves. */
export const endClearance = deleteClearance;
