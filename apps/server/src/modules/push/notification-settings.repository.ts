import type { NotificationKind, QuietHours } from '@sealflow/domain/notifications';
import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

/** Which pushes the devices of an account get, and when. */
export interface NotificationSettings {
  muted: NotificationKind[];
  quiet: (Pick<QuietHours, 'from' | 'until' | 'timeZone'> & { days: number[] }) | null;
}

/** The settings of an account; without stored ones it gets every push at once. */
export async function selectSettings(db: DatabaseHandle, aid: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['muted', 'quiet'])
    .where('aid', '=', aid)
    .executeTakeFirst();
  return row
    ? { muted: row.muted, quiet: row.quiet && { ...row.quiet, days: [...row.quiet.days] } }
    : { muted: [], quiet: null };
}

export async function upsertSettings(
  transaction: DatabaseTransaction,
  { aid, muted, quiet, at }: NotificationSettings & { readonly aid: string; readonly at: Date },
): Promise<void> {
  const row = { muted, quiet: quiet && JSON.stringify(quiet), updated_at: at };
  await transaction
    .insertInto('notification_settings')
    .values({ aid, ...row })
    .onConflict((conflict) => conflict.column('aid').doUpdateSet(row))
    .execute();
}

/**
 * Holds a waiting delivery. The lock of the registration orders it with {@link claimHeldDeliveries}.
 * @returns whether it is the only held delivery of its registration; undefined if the delivery does not wait any more.
 */
export async function holdDelivery(
  transaction: DatabaseTransaction,
  { msgID, registrationID }: { msgID: string; registrationID: string },
): Promise<boolean | undefined> {
  await lockRegistration(transaction, registrationID);
  const { numUpdatedRows } = await transaction
    .updateTable('push_deliveries')
    .set({ state: 'held' })
    .where('message_id', '=', msgID)
    .where('registration_id', '=', registrationID)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  const held = await selectHeld(transaction, registrationID);
  return held.length === 1;
}

/** The held deliveries of a registration, oldest message first, and its account; undefined if the registration has ended. */
export async function claimHeldDeliveries(
  transaction: DatabaseTransaction,
  registrationID: string,
): Promise<{ aid: string; msgIDs: string[] } | undefined> {
  const registration = await lockRegistration(transaction, registrationID);
  return registration && { aid: registration.aid, msgIDs: await selectHeld(transaction, registrationID) };
}

/** Lets one held delivery go on and drops the others of its registration. */
export async function releaseOneDelivery(
  transaction: DatabaseTransaction,
  { msgID, registrationID, at }: { msgID: string | undefined; registrationID: string; at: Date },
): Promise<void> {
  await sql`
    update push_deliveries
    set state = case message_id when ${msgID ?? ''} then 'waiting' else 'dropped' end, released_at = ${at}
    where registration_id = ${registrationID} and state = 'held'
  `.execute(transaction);
}

/** The registrations of an account that have held deliveries. */
export async function selectHoldingRegistrations(db: DatabaseHandle, aid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('push_deliveries as delivery')
    .innerJoin(
      'push_registrations as registration',
      'registration.registration_id',
      'delivery.registration_id',
    )
    .select('registration.registration_id')
    .distinct()
    .where('registration.aid', '=', aid)
    .where('delivery.state', '=', 'held')
    .execute();
  return rows.map((row) => row.registration_id);
}

function lockRegistration(transaction: DatabaseTransaction, registrationID: string) {
  return transaction
    .selectFrom('push_registrations')
    .select('aid')
    .where('registration_id', '=', registrationID)
    .forUpdate()
    .executeTakeFirst();
}

async function selectHeld(transaction: DatabaseTransaction, registrationID: string): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    select delivery.message_id from push_deliveries as delivery
    cross join lateral message_with_id(delivery.message_id) as message
    where delivery.registration_id = ${registrationID} and delivery.state = 'held'
    order by message.created_at
  `.execute(transaction);
  return rows.map((row) => row.message_id);
}
