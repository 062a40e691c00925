import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

export type DeviceRow = Selectable<Database['devices']>;

// Explicit column names keep the statement text stable, so that it can be a prepared statement.
const deviceColumns = [
  'aid',
  'device_id',
  'name',
  'platform',
  'agreement_key',
  'signing_key',
  'thumbprint',
  'created_at',
  'last_seen_at',
  'withdrawn_at',
  'two_factors_at',
  'managed_by',
] as const satisfies readonly (keyof DeviceRow)[];

export function selectDevice(
  db: DatabaseHandle,
  { aid, deviceID }: { aid: string; deviceID: string },
): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('devices')
    .select(deviceColumns)
    .where('aid', '=', aid)
    .where('device_id', '=', deviceID)
    .executeTakeFirst();
}

export function selectActiveDevices(db: DatabaseHandle, aid: string): Promise<DeviceRow[]> {
  return db
    .selectFrom('devices')
    .select(deviceColumns)
    .where('aid', '=', aid)
    .where('withdrawn_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/** The accounts with a device of this signing key that is not withdrawn. */
export async function selectAccountsOfKey(db: DatabaseHandle, thumbprint: string): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('aid')
    .distinct()
    .where('thumbprint', '=', thumbprint)
    .where('withdrawn_at', 'is', null)
    .execute();
  return rows.map(({ aid }) => aid);
}

/** A device as a sign-in registers it. */
export type DeviceRegistration = Insertable<Database['devices']> & {
  last_seen_at: Date;
  two_factors_at: Date | null;
};

/** Registers a device, or a known one again. */
export async function upsertDevice(db: DatabaseHandle, device: DeviceRegistration): Promise<void> {
  await db
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['aid', 'device_id']).doUpdateSet(changesOf(device)))
    .execute();
}

/** Registers a known device again. Unlike an upsert it does not lock the row before, which would be written to the log. */
export async function updateDevice(db: DatabaseHandle, device: DeviceRegistration): Promise<void> {
  await db
    .updateTable('devices')
    .set(changesOf(device))
    .where('aid', '=', device.aid)
    .where('device_id', '=', device.device_id)
    .execute();
}

/**
 * The time of the last sign-in with two factors is retained only for the same signing key of a device that is not
 * withdrawn.
 */
function changesOf({ aid: _aid, device_id: _id, two_factors_at: at, ...changes }: DeviceRegistration) {
  const retained = sql<Date | null>`case
    when devices.thumbprint = ${changes.thumbprint} and devices.withdrawn_at is null then devices.two_factors_at
  end`;
  return { ...changes, two_factors_at: at ?? retained, withdrawn_at: null };
}

/**
 * The time of the last sign-in with two factors on a device with this signing key. The lock delays a withdrawal of the
 * device.
 */
export async function lockTwoFactorTime(
  db: DatabaseTransaction,
  { aid, deviceID, thumbprint }: { aid: string; deviceID: string; thumbprint: string },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('devices')
    .select('two_factors_at')
    .where('aid', '=', aid)
    .where('device_id', '=', deviceID)
    .where('thumbprint', '=', thumbprint)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.two_factors_at ?? undefined;
}

/** Clears the times of sign-ins with two factors, because the password changed. */
export async function clearTwoFactorTimes(db: DatabaseTransaction, aid: string): Promise<void> {
  await db.updateTable('devices').set({ two_factors_at: null }).where('aid', '=', aid).execute();
}

/** @returns whether the device existed and was not withdrawn before. */
export async function markDeviceWithdrawn(
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
