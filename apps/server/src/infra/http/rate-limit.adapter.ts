import { callbackify } from 'node:util';
import rateLimit from '@fastify/rate-limit';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../database/index.ts';

type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

/**
 * Limits the calls that ask for it (`config.rateLimit`), by the address they come from. The counters are in the
 * database: a limit holds over all nodes and over a restart.
 */
export async function limitRates(app: FastifyInstance, db: DatabaseHandle): Promise<void> {
  class Counters {
    incr(key: string, callback: Counted, timeWindow: number): void {
      callbackify(countInWindow)(db, key, timeWindow, callback);
    }

    // Calls that are counted apart say so by their `groupId`, which is part of the key.
    child(): Counters {
      return this;
    }
  }
  await app.register(rateLimit, { global: false, store: Counters });
}

/** The options of a call that is limited to so many a minute from one address; calls of one group are counted together. */
export function perMinute(max: number, group: string): { config?: FastifyContextConfig } {
  return max === 0 ? {} : { config: { rateLimit: { max, timeWindow: 60_000, groupId: ` ${group}` } } };
}

/** Counts one more under the key, from one again after `timeWindow` milliseconds. */
export async function countInWindow(
  db: DatabaseHandle,
  key: string,
  timeWindow: number,
): Promise<{ current: number; ttl: number }> {
  const { rows } = await sql<{ current: number; ttl: number }>`
    insert into rate_counters (key, count, ends_at)
    values (${key}, 1, now() + ${timeWindow} * interval '1 millisecond')
    on conflict (key) do update set
      count = case when rate_counters.ends_at < now() then 1 else rate_counters.count + 1 end,
      ends_at = case when rate_counters.ends_at < now() then excluded.ends_at else rate_counters.ends_at end
    returning count as current, ceil(extract(epoch from ends_at - now()) * 1000)::integer as ttl
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the counter was not written');
  return row;
}

/** How often the key was counted in the window that runs. */
export async function currentCount(db: DatabaseHandle, key: string): Promise<number> {
  const row = await db
    .selectFrom('rate_counters')
    .select('count')
    .where('key', '=', key)
    .where('ends_at', '>=', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Takes one back that was counted under the key. */
export async function takeBackCount(db: DatabaseHandle, key: string): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', key)
    .where('ends_at', '>=', sql<Date>`now()`)
    .execute();
}

/** Begins a count anew. */
export async function forgetCount(db: DatabaseHandle, key: string): Promise<void> {
  await db.deleteFrom('rate_counters').where('key', '=', key).execute();
}

/** Forgets the counters of times gone by. */
export async function deletePastCounters(db: DatabaseHandle): Promise<void> {
  await db.deleteFrom('rate_counters').where('ends_at', '<', sql<Date>`now()`).execute();
}
