import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findChainEnds } from './audit.repository.ts';
import { chainOf } from './audit-chain.usecases.ts';
import { type AuditFilter, countLinkedRecords, selectLinkedRecords } from './audit-list.repository.ts';
import type { AuditRecord } from './audit-record.types.ts';
import { linkPending } from './linking.usecases.ts';
import { selectPseudonyms } from './subjects.repository.ts';
import { resolvePseudonyms } from './subjects.usecases.ts';

/** The conditions of a search, by ids of people instead of their pseudonyms. */
export type RecordQuery = Omit<AuditFilter, 'aids' | 'fids'> & {
  aid?: string | undefined;
  fid?: string | undefined;
};

/** A page of a tenant's records and the number of matches: newest first, or in chain order if `after` is given. */
export async function listRecords(
  db: DatabaseHandle,
  {
    tid,
    skip,
    limit,
    aid,
    fid,
    ...conditions
  }: RecordQuery & { tid: string | null; skip: number; limit: number },
): Promise<{ total: number; data: AuditRecord[] }> {
  // Links pending records first, so that callers find their own acts without waiting for the leader.
  await linkPending(db);
  const chain = chainOf(tid);
  const filter: AuditFilter = {
    ...conditions,
    aids: aid === undefined ? undefined : await selectPseudonyms(db, { kind: 'account', tid: '', id: aid }),
    fids: fid === undefined ? undefined : await selectPseudonyms(db, { kind: 'member', tid: chain, id: fid }),
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const total = isFiltered
    ? await countLinkedRecords(db, chain, filter)
    : ((await findChainEnds(db, [chain])).get(chain)?.sequence ?? 0);
  const order = filter.after === undefined ? 'desc' : 'asc';
  const data = limit === 0 ? [] : await selectLinkedRecords(db, chain, { ...filter, skip, limit, order });
  const ids = await resolvePseudonyms(db, data);
  return { total, data: data.map((record, index) => Object.assign(record, ids[index])) };
}
