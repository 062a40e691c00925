import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

export type DeviceRow = Selectable<Database['devices']>;

export function selectDevice(
  db: DatabaseHandle,
  { aid, deviceID }: { aid: string; deviceID: string },
): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('aid', '=', aid)
    .where('device_id', '=', deviceID)
    .executeTakeFirst();
}

export function selectActiveDevices(db: DatabaseHandle, aid: string): Promise<DeviceRow[]> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('aid', '=', aid)
    .where('withdrawn_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/** Registers a device, or registers it again with the keys it has now. */
export async function upsertDevice(
  db: DatabaseHandle,
  device: Insertable<Database['devices']> & { last_seen_at: Date },
): Promise<void> {
  const { aid: _aid, device_id: _id, ...changed } = device;
  await db
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['aid', 'device_id']).doUpdateSet({ ...changed, withdrawn_at: null }),
    )
    .execute();
}

export async function touchDevice(
  db: DatabaseHandle,
  { aid, deviceID, at }: { aid: string; deviceID: string; at: Date },
): Promise<void> {
  await db
    .updateTable('devices')
    .set({ last_seen_at: at })
    .where('aid', '=', aid)
    .where('device_id', '=', deviceID)
    .execute();
}

/** @returns whether there was such a device, not withdrawn yet. */
export async function markWithdrawn(
  db: DatabaseHandle,
  { aid, deviceID, at }: { aid: string; deviceID: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set({ withdrawn_at: at })
    .where('aid', '=', aid)
    .where('device_id', '=', deviceID)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false where this id of a proof was used before. */
export async function spendProof(
  db: DatabaseHandle,
  proof: { thumbprint: string; jti: string; staleAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('proof_uses')
    .values({ thumbprint: proof.thumbprint, jti: proof.jti, expire_at: new Date(proof.staleAt) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Forgets the ids of proofs that are refused for their age alone. */
export async function deleteStaleProofs(db: DatabaseHandle, now: Date): Promise<void> {
  await db.deleteFrom('proof_uses').where('expire_at', '<', sql<Date>`${now}::timestamptz`).execute();
}
