import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findChainEnds } from './audit.repository.ts';
import { chainOf } from './audit-chain.usecases.ts';
import { type AuditFilter, countLinked, pageLinked } from './audit-list.repository.ts';
import type { AuditRecord } from './audit-record.port.ts';
import { linkPending } from './linking.usecases.ts';

/**
 * Some of a tenant's records, and how many there are of the kind: the newest first, or, behind a given one, in the order
 * of the chain.
 */
export async function listRecords(
  db: DatabaseHandle,
  { tid, skip, limit, ...filter }: AuditFilter & { tid: string | null; skip: number; limit: number },
): Promise<{ total: number; data: AuditRecord[] }> {
  // Whoever acted and looks finds the act, whether or not the leader was there in between.
  await linkPending(db);
  const chain = chainOf(tid);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const total = isNarrowed
    ? await countLinked(db, chain, filter)
    : ((await findChainEnds(db, [chain])).get(chain)?.sequence ?? 0);
  const order = filter.after === undefined ? 'desc' : 'asc';
  const data = limit === 0 ? [] : await pageLinked(db, chain, { ...filter, skip, limit, order });
  return { total, data };
}
