import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { insertRecords } from './audit.repository.ts';
import { chainOf, tidOf } from './audit-chain.usecases.ts';
import type { AuditEntry, AuditedAct } from './audit-record.port.ts';
import { addRefusals, type CountedRefusals, takeRefusals } from './refusal.repository.ts';

/** A refusal of somebody unknown: anyone can make any number of them, so they are counted and not written down each. */
export interface Refusal {
  /** A tenant that exists; null where it is not known to. */
  tid: string | null;
  act: AuditedAct;
  reason: string;
  /** Milliseconds since 1970. */
  at: number;
}

const minute = 60_000;

/** Kinds of refusals that one node counts apart at once; what is more is counted for the deployment. */
const mostKinds = 10_000;

/** A minute becomes a record once every node has surely told its part. */
const settled = 30_000;

/** What this node counted for each database since it last told. */
const counters = new WeakMap<DatabaseHandle, Map<string, CountedRefusals>>();

/** Counts a refusal; it becomes part of one record a minute for its tenant, act and reason. Nothing is written now. */
export function countRefusal(db: DatabaseHandle, { tid, act, reason, at }: Refusal): void {
  // A transaction that is undone would take other refusals' counts with it.
  if (db.isTransaction) throw new TypeError('refusals are counted outside of transactions');
  const start = Math.floor(at / minute) * minute;
  add(db, { chain: chainOf(tid), minute: new Date(start), act, reason, count: 1 });
}

function add(db: DatabaseHandle, refusals: CountedRefusals): void {
  const counted = counters.get(db) ?? new Map<string, CountedRefusals>();
  counters.set(db, counted);
  const { act, reason, count } = refusals;
  const keyOf = (chain: string) => JSON.stringify([chain, act, reason, refusals.minute.getTime()]);
  const isOwn = counted.has(keyOf(refusals.chain)) || counted.size < mostKinds;
  const chain = isOwn ? refusals.chain : chainOf(null);
  const known = counted.get(keyOf(chain));
  if (known) known.count += count;
  else counted.set(keyOf(chain), { ...refusals, chain });
}

/** Tells the database what this node counted. */
export async function flushRefusals(db: DatabaseHandle): Promise<void> {
  const counted = [...(counters.get(db)?.values() ?? [])];
  counters.delete(db);
  try {
    await inTransaction(db, async (transaction) => {
      // In one order everywhere: two nodes that tell at once do not wait for each other in a circle.
      const rows = counted.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      for (let from = 0; from < rows.length; from += 1000) {
        await addRefusals(transaction, rows.slice(from, from + 1000));
      }
    });
  } catch (error) {
    for (const refusals of counted) add(db, refusals);
    throw error;
  }
}

/** Turns the counters of minutes that are over into records. @param now - milliseconds since 1970. */
export function recordRefusals(db: DatabaseHandle, now: number): Promise<number> {
  const before = new Date(now - minute - settled);
  return inTransaction(db, async (transaction) => {
    const counted = await takeRefusals(transaction, before);
    await insertRecords(transaction, counted.map(entryOf));
    return counted.length;
  });
}

function entryOf({ chain, minute: at, act, reason, count }: CountedRefusals): AuditEntry {
  const nobody = { aid: null, fid: null, deviceID: null, operatorID: null };
  const nothing = { documentID: null, kid: null };
  return {
    ...nobody,
    ...nothing,
    tid: tidOf(chain),
    at,
    act: act as AuditedAct,
    decision: 'refused',
    reason,
    count,
  };
}
