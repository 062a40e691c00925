import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findChainEnds, pageLinked } from './audit.repository.ts';
import { chainOf } from './audit-chain.usecases.ts';
import type { AuditRecord } from './audit-record.port.ts';
import { linkPending } from './linking.usecases.ts';

/** A page of a tenant's records, the newest first, and how many there are. */
export async function listRecords(
  db: DatabaseHandle,
  asked: { tid: string | null; skip: number; limit: number },
): Promise<{ total: number; data: AuditRecord[] }> {
  // Whoever acted and looks finds the act, whether or not the leader was there in between.
  await linkPending(db);
  const chain = chainOf(asked.tid);
  const end = (await findChainEnds(db, [chain])).get(chain);
  const data = asked.limit === 0 ? [] : await pageLinked(db, { chain, ...asked });
  return { total: end?.sequence ?? 0, data };
}
