import { sql } from 'kysely';
import { expect } from 'vitest';
import { inTransaction } from '../src/infra/database/connection.util.ts';
import type { DatabaseHandle, DatabaseTransaction } from '../src/infra/database/database.table.ts';
import { eventually } from './eventually.ts';

/**
 * Runs a call while another transaction holds locks that the call waits for.
 * @param steps - `hold` takes the locks. Then `call` begins. Once it waits, `finish` runs, and the transaction commits.
 * @returns the result of the call.
 */
export async function whileLocked<T>(
  db: DatabaseHandle,
  {
    hold,
    call,
    finish = () => Promise.resolve(),
  }: {
    hold: (transaction: DatabaseTransaction) => Promise<unknown>;
    call: () => PromiseLike<T>;
    finish?: (transaction: DatabaseTransaction) => Promise<unknown>;
  },
): Promise<T> {
  const called = await inTransaction(db, async (transaction) => {
    await hold(transaction);
    // In an array: the transaction must end before the call is awaited.
    const running = [Promise.resolve(call())] as const;
    await eventually(async () => expect(await waitingCount(db)).toBeGreaterThan(0));
    await finish(transaction);
    return running;
  });
  return called[0];
}

async function waitingCount(db: DatabaseHandle): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]?.count ?? 0;
}
