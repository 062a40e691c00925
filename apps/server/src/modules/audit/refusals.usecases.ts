import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { insertRecords } from './audit.repository.ts';
import { chainOf, tidOf } from './audit-chain.usecases.ts';
import type { AuditEntry, AuditedAct } from './audit-record.types.ts';
import { type CountedRefusals, dequeueRefusals, upsertRefusals } from './refusal.repository.ts';

/**
 * A refusal of an unidentified caller. Anyone can cause any number of them, so they are counted instead of recorded
 * one by one.
 */
export interface Refusal {
  /** An existing tenant; null if it is not known to exist. */
  tid: string | null;
  act: AuditedAct;
  reason: string;
  /** Milliseconds since 1970. */
  at: number;
}

const minuteMs = 60_000;

/** Distinct refusals that one node counts at once; further ones are counted for the deployment. */
const maxDistinctRefusals = 10_000;

/** How long after the end of a minute its counts are complete: every node has flushed by then. */
const settleDelayMs = 30_000;

/** The counts of this node since its last flush, by database. */
const countsByDatabase = new WeakMap<DatabaseHandle, Map<string, CountedRefusals>>();

/** Counts a refusal in memory. It becomes part of one record per minute, tenant, act and reason. */
export function countRefusal(db: DatabaseHandle, { tid, act, reason, at }: Refusal): void {
  // A rollback of the flush would also lose the counts of other refusals.
  if (db.isTransaction) throw new TypeError('countRefusal must not be called in a transaction');
  const start = Math.floor(at / minuteMs) * minuteMs;
  addCount(db, { chain: chainOf(tid), minute: new Date(start), act, reason, count: 1 });
}

function addCount(db: DatabaseHandle, refusals: CountedRefusals): void {
  const counted = countsByDatabase.get(db) ?? new Map<string, CountedRefusals>();
  countsByDatabase.set(db, counted);
  const { act, reason, count } = refusals;
  const keyOf = (chain: string) => JSON.stringify([chain, act, reason, refusals.minute.getTime()]);
  const isOwn = counted.has(keyOf(refusals.chain)) || counted.size < maxDistinctRefusals;
  const chain = isOwn ? refusals.chain : chainOf(null);
  const existing = counted.get(keyOf(chain));
  if (existing) existing.count += count;
  else counted.set(keyOf(chain), { ...refusals, chain });
}

/** Writes this node's counts to the database. */
export async function flushRefusals(db: DatabaseHandle): Promise<void> {
  const counted = [...(countsByDatabase.get(db)?.values() ?? [])];
  countsByDatabase.delete(db);
  try {
    await inTransaction(db, async (transaction) => {
      // Sorted, so that concurrent flushes of two nodes do not deadlock.
      const rows = counted.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      for (let from = 0; from < rows.length; from += 1000) {
        await upsertRefusals(transaction, rows.slice(from, from + 1000));
      }
    });
  } catch (error) {
    for (const refusals of counted) addCount(db, refusals);
    throw error;
  }
}

/**
 * Turns the counters of past minutes into records.
 * @param now - milliseconds since 1970.
 * @returns the number of records.
 */
export function recordRefusals(db: DatabaseHandle, now: number): Promise<number> {
  const before = new Date(now - minuteMs - settleDelayMs);
  return inTransaction(db, async (transaction) => {
    const counted = await dequeueRefusals(transaction, before);
    await insertRecords(transaction, counted.map(entryOf));
    return counted.length;
  });
}

function entryOf({ chain, minute: at, act, reason, count }: CountedRefusals): AuditEntry {
  const noIDs = { aid: null, fid: null, deviceID: null, operatorID: null };
  const noObjects = { documentID: null, kid: null };
  return {
    ...noIDs,
    ...noObjects,
    tid: tidOf(chain),
    at,
    act: act as AuditedAct,
    decision: 'refused',
    reason,
    count,
  };
}
