import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findChainEnds } from './audit.repository.ts';
import { chainOf } from './audit-chain.usecases.ts';
import { type AuditFilter, countLinked, pageLinked } from './audit-list.repository.ts';
import type { AuditRecord } from './audit-record.port.ts';
import { linkPending } from './linking.usecases.ts';
import { selectNames } from './subjects.repository.ts';
import { readableIDs } from './subjects.usecases.ts';

/** What is looked for, by the ids of the living. */
export type AskedRecords = Omit<AuditFilter, 'aids' | 'fids'> & {
  aid?: string | undefined;
  fid?: string | undefined;
};

/**
 * Some of a tenant's records, and how many there are of the kind: the newest first, or, behind a given one, in the order
 * of the chain.
 */
export async function listRecords(
  db: DatabaseHandle,
  {
    tid,
    skip,
    limit,
    aid,
    fid,
    ...asked
  }: AskedRecords & { tid: string | null; skip: number; limit: number },
): Promise<{ total: number; data: AuditRecord[] }> {
  // Whoever acted and looks finds the act, whether or not the leader was there in between.
  await linkPending(db);
  const chain = chainOf(tid);
  const filter: AuditFilter = {
    ...asked,
    aids: aid === undefined ? undefined : await selectNames(db, { kind: 'account', tid: '', id: aid }),
    fids: fid === undefined ? undefined : await selectNames(db, { kind: 'member', tid: chain, id: fid }),
  };
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const total = isNarrowed
    ? await countLinked(db, chain, filter)
    : ((await findChainEnds(db, [chain])).get(chain)?.sequence ?? 0);
  const order = filter.after === undefined ? 'desc' : 'asc';
  const data = limit === 0 ? [] : await pageLinked(db, chain, { ...filter, skip, limit, order });
  const ids = await readableIDs(db, data);
  return { total, data: data.map((record, index) => Object.assign(record, ids[index])) };
}
