import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findChainEnds } from './audit.repository.ts';
import { chainOf } from './audit-chain.usecases.ts';
import {
  type AuditFilter,
  countLinkedRecords,
  selectDailyActs,
  selectLinkedRecords,
} from './audit-list.repository.ts';
import { readPageBefore } from './audit-page.usecases.ts';
import type { AuditRecord } from './audit-record.types.ts';
import { linkPending } from './linking.usecases.ts';
import { selectPseudonyms } from './subjects.repository.ts';
import { resolvePseudonyms } from './subjects.usecases.ts';

/** The conditions of a search, by ids of people instead of their pseudonyms. */
export type RecordQuery = Omit<AuditFilter, 'aids' | 'fids' | 'subjects'> & {
  subject?: string | undefined;
  aid?: string | undefined;
  fid?: string | undefined;
};

/**
 * A page of a tenant's records and the number of matches: newest first, or in chain order if `after` is given. With `before`,
 * `total` is the number of records of the page, and `next` is where the next page begins.
 */
export async function listRecords(
  db: DatabaseHandle,
  {
    tid,
    skip,
    limit,
    aid,
    fid,
    subject,
    before,
    ...conditions
  }: RecordQuery & { tid: string | null; skip: number; limit: number },
): Promise<{ total: number; data: AuditRecord[]; next?: number | null }> {
  // Links pending records first, so that callers find their own acts without waiting for the leader.
  await linkPending(db);
  const chain = chainOf(tid);
  const filter: AuditFilter = {
    ...conditions,
    aids: aid === undefined ? undefined : await selectPseudonyms(db, { kind: 'account', tid: '', id: aid }),
    subjects: subject === undefined ? undefined : await subjectValues(db, { chain, id: subject }),
    fids: fid === undefined ? undefined : await selectPseudonyms(db, { kind: 'member', tid: chain, id: fid }),
  };
  if (before !== undefined) {
    const last = (await findChainEnds(db, [chain])).get(chain)?.sequence ?? 0;
    const found = await readPageBefore(db, chain, { ...filter, last, before, limit });
    const ids = await resolvePseudonyms(db, found.data);
    const data = found.data.map((record, index) => Object.assign(record, ids[index]));
    return { total: data.length, data, next: found.next };
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const total = isFiltered
    ? await countLinkedRecords(db, chain, filter)
    : ((await findChainEnds(db, [chain])).get(chain)?.sequence ?? 0);
  const order = filter.after === undefined ? 'desc' : 'asc';
  const data = limit === 0 ? [] : await selectLinkedRecords(db, chain, { ...filter, skip, limit, order });
  const ids = await resolvePseudonyms(db, data);
  return { total, data: data.map((record, index) => Object.assign(record, ids[index])) };
}

/** The values that an object has in records: people, accounts and devices have pseudonyms, other objects their ids. */
async function subjectValues(
  db: DatabaseHandle,
  { chain, id }: { chain: string; id: string },
): Promise<string[]> {
  const [member, account, device] = await Promise.all([
    selectPseudonyms(db, { kind: 'member', tid: chain, id }),
    selectPseudonyms(db, { kind: 'account', tid: '', id }),
    selectPseudonyms(db, { kind: 'device', tid: '', id }),
  ]);
  return [...new Set([...member, ...account, ...device])];
}

export interface DailyActs {
  /** The first millisecond of the day. */
  day: number;
  signIns: number;
  /** Use licences that were granted. */
  opened: number;
}

/** Counts sign-ins of a tenant's members and openings of its documents on each of these successive days. */
export async function countDailyActs(
  db: DatabaseHandle,
  { tid, days }: { tid: string; days: readonly number[] },
): Promise<DailyActs[]> {
  const [first] = days;
  if (first === undefined) return [];
  const rows = await selectDailyActs(db, { tid, from: new Date(first) });
  const countOf = (day: number, act: (typeof rows)[number]['act']) =>
    rows.find((row) => row.act === act && row.day.getTime() === day)?.count ?? 0;
  return days.map((day) => ({
    day,
    signIns: countOf(day, 'account.signed_in'),
    opened: countOf(day, 'rewrap'),
  }));
}
