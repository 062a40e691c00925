import type { DatabaseHandle } from '../../infra/database/index.ts';

export async function upsertClearance(
  db: DatabaseHandle,
  clearance: { tid: string; fid: string; level: number },
): Promise<void> {
  await db
    .insertInto('clearances')
    .values(clearance)
    .onConflict((conflict) => conflict.columns(['tid', 'fid']).doUpdateSet({ level: clearance.level }))
    .execute();
}

export async function upsertClearances(
  db: DatabaseHandle,
  clearances: readonly { tid: string; fid: string; level: number }[],
): Promise<void> {
  await db
    .insertInto('clearances')
    .values(clearances)
    .onConflict((conflict) =>
      conflict.columns(['tid', 'fid']).doUpdateSet((values) => ({ level: values.ref('excluded.level') })),
    )
    .execute();
}

export function selectClearancesOf(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<{ fid: string; level: number }[]> {
  return db
    .selectFrom('clearances')
    .select(['fid', 'level'])
    .where('tid', '=', tid)
    .where('fid', 'in', fids)
    .execute();
}

export async function deleteClearance(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<void> {
  await db.deleteFrom('clearances').where('tid', '=', tid).where('fid', '=', fid).execute();
}

/** The level up to which a person is cleared; undefined if no clearance is set. */
export async function selectClearance(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('clearances')
    .select('level')
    .where('tid', '=', tid)
    .where('fid', '=', fid)
    .executeTakeFirst();
  return row?.level;
}

export function selectClearances(
  db: DatabaseHandle,
  { tid, skip, limit }: { tid: string; skip: number; limit: number },
): Promise<{ fid: string; level: number }[]> {
  return db
    .selectFrom('clearances')
    .select(['fid', 'level'])
    .where('tid', '=', tid)
    .orderBy('level', 'desc')
    .orderBy('fid')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countClearances(db: DatabaseHandle, tid: string): Promise<number> {
  const { count } = await db
    .selectFrom('clearances')
    .where('tid', '=', tid)
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
