import { callbackify } from 'node:util';
import rateLimit from '@fastify/rate-limit';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../database/index.ts';

type CountCallback = (error: Error | null, result?: { current: number; ttl: number }) => void;

/**
 * Limits the rate of calls with `config.rateLimit` by client address. The counters are in the database, so that a limit
 * applies across all nodes and restarts.
 */
export async function registerRateLimit(app: FastifyInstance, db: DatabaseHandle): Promise<void> {
  class Counters {
    incr(key: string, callback: CountCallback, timeWindow: number): void {
      callbackify(incrementCounter)(db, key, timeWindow, callback);
    }

    // One store serves all routes: the `groupId` of a route is part of the key.
    child(): Counters {
      return this;
    }
  }
  await app.register(rateLimit, { global: false, store: Counters });
}

/** Route options that limit calls per minute and address; 0: unlimited. Calls of one group share a counter. */
export function limitPerMinute(max: number, group: string): { config?: FastifyContextConfig } {
  return max === 0 ? {} : { config: { rateLimit: { max, timeWindow: 60_000, groupId: ` ${group}` } } };
}

/** Increments the counter of the key, which restarts after `windowMs`. @returns `ttl` in milliseconds. */
export async function incrementCounter(
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
  if (!row) throw new Error('rate_counters: upsert returned no row');
  return row;
}

/** The count of the key in the current window. */
export async function readCounter(db: DatabaseHandle, key: string): Promise<number> {
  const row = await db
    .selectFrom('rate_counters')
    .select('count')
    .where('key', '=', key)
    .where('ends_at', '>=', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Decrements the counter of the key, for a call that should not count. */
export async function decrementCounter(db: DatabaseHandle, key: string): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', key)
    .where('ends_at', '>=', sql<Date>`now()`)
    .execute();
}

/** Resets the counter of the key to zero. */
export async function resetCounter(db: DatabaseHandle, key: string): Promise<void> {
  await db.deleteFrom('rate_counters').where('key', '=', key).execute();
}

/** Deletes counters whose window has ended. */
export async function deleteExpiredCounters(db: DatabaseHandle): Promise<void> {
  await db.deleteFrom('rate_counters').where('ends_at', '<', sql<Date>`now()`).execute();
}
