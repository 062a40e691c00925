import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

/** Before all times: whoever deletes the object does it outside any transaction, for the store may take its time. */
const givenUp = sql<Date>`'-infinity'::timestamptz`;
const notGivenUp = sql<boolean>`loose_objects.touched_at > ${givenUp}`;

export async function insertLoose(db: DatabaseHandle, key: string): Promise<void> {
  await db
    .insertInto('loose_objects')
    .values({ key })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ touched_at: sql<Date>`now()` }).where(notGivenUp),
    )
    .execute();
}

export async function touchLoose(db: DatabaseHandle, key: string): Promise<void> {
  await db
    .updateTable('loose_objects')
    .set({ touched_at: sql<Date>`now()` })
    .where('key', '=', key)
    .where(notGivenUp)
    .execute();
}

/** In the transaction that names it. @returns whether it was there, and not given up. */
export async function deleteLoose(transaction: DatabaseTransaction, key: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('loose_objects')
    .where('key', '=', key)
    .where(notGivenUp)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Gives an object up: it gets no name from now on. @returns whether it was loose; one that is being named is waited for. */
export async function giveUpLoose(db: DatabaseHandle, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('loose_objects')
    .set({ touched_at: givenUp })
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives up some that nobody has touched for an hour, and those that are given up already; what another node is at is passed over. */
export async function giveUpForgotten(db: DatabaseHandle): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update loose_objects set touched_at = ${givenUp} where key in (
      select key from loose_objects where touched_at < now() - interval '1 hour'
      order by touched_at limit 20 for update skip locked
    ) returning key
  `.execute(db);
  return rows.map((row) => row.key);
}

/** Its object is gone. */
export async function forgetLoose(db: DatabaseHandle, key: string): Promise<void> {
  await db.deleteFrom('loose_objects').where('key', '=', key).where('touched_at', '=', givenUp).execute();
}
