import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export interface CountedRefusals {
  chain: string;
  minute: Date;
  act: string;
  reason: string;
  count: number;
}

/** Adds counts to the counters of their minutes. */
export async function upsertRefusals(
  handle: DatabaseHandle,
  counted: readonly CountedRefusals[],
): Promise<void> {
  if (counted.length === 0) return;
  await handle
    .insertInto('audit_refusals')
    .values([...counted])
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'minute', 'act', 'reason'])
        .doUpdateSet({ count: sql`audit_refusals.count + excluded.count` }),
    )
    .execute();
}

/** Deletes and returns the counters of minutes before this time. */
export async function dequeueRefusals(
  transaction: DatabaseTransaction,
  before: Date,
): Promise<CountedRefusals[]> {
  return transaction.deleteFrom('audit_refusals').where('minute', '<', before).returningAll().execute();
}
