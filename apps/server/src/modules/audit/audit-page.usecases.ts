import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type AuditFilter, selectLinkedRecords, selectTimeAt } from './audit-list.repository.ts';
import type { AuditRecord } from './audit-record.types.ts';

/** Records that one page examines at most, so that no page reads a whole chain. */
export const pageLimits = { examined: 20_000 };

/** Records of different nodes are linked in an order that differs from that of their times by less than this. */
const disorderMs = 3_600_000;

interface PageQuery extends AuditFilter {
  /** The last link of the chain. */
  readonly last: number;
  readonly before: number;
  readonly limit: number;
}

/**
 * The records before a place of the chain, newest first.
 * @returns `next` is the `before` of the next page, null if no earlier record can match. A page with few matches may be empty
 * although earlier records match.
 */
export async function readPageBefore(
  db: DatabaseHandle,
  chain: string,
  { last, before, limit, ...filter }: PageQuery,
): Promise<{ data: AuditRecord[]; next: number | null }> {
  const end = await endOf(db, chain, { before: Math.min(before, last + 1), to: filter.to });
  const start = Math.max(0, end - 1 - pageLimits.examined);
  const window = { ...filter, before: end, after: Math.max(start, filter.after ?? 0) };
  const data = await selectLinkedRecords(db, chain, { ...window, skip: 0, limit, order: 'desc' });
  if (data.length === limit && limit > 0) return { data, next: toNext(data.at(-1)?.sequence ?? 1) };
  return { data, next: (await isPast(db, chain, { start, from: filter.from })) ? null : toNext(start + 1) };
}

const toNext = (sequence: number) => (sequence <= 1 ? null : sequence);

/** The place before which records can be older than `to`, found by halving the chain. */
async function endOf(
  db: DatabaseHandle,
  chain: string,
  { before, to }: { before: number; to: number | undefined },
): Promise<number> {
  if (to === undefined) return before;
  let low = 1;
  let high = before;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = await selectTimeAt(db, { chain, sequence: middle });
    if (at !== undefined && at >= to + disorderMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether all records up to this place are older than the searched time. */
async function isPast(
  db: DatabaseHandle,
  chain: string,
  { start, from }: { start: number; from: number | undefined },
): Promise<boolean> {
  if (from === undefined || start === 0) return false;
  const at = await selectTimeAt(db, { chain, sequence: start });
  return at !== undefined && at < from - disorderMs;
}
