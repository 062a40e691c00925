import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../database/index.ts';
import {
  lockMasterKey,
  type MasterKey,
  unwrapAtRest,
  type WrappedColumn,
  wrapAtRest,
} from '../master-key/index.ts';

export type DeliveryChannel = 'mail' | 'sms';

/** The mail server and the SMS gateway, in the form of the configuration. */
export interface DeliverySettings {
  mail: { url: string; from: string };
  sms: { url: string; token: string | undefined };
}

/** Stored settings of a channel, with the operator that changed them last. */
export interface StoredSettings<C extends DeliveryChannel> {
  settings: DeliverySettings[C];
  updatedAt: Date;
  updatedBy: string | null;
}

const contextOf = (channel: string): string => `delivery ${channel}`;

/** Settings are wrapped as a whole, because they contain passwords. */
export const wrappedDeliverySettings: WrappedColumn = {
  table: 'delivery_settings',
  column: 'wrapped_settings',
  id: 'channel',
  contextOf,
};

export async function selectDeliverySettings<C extends DeliveryChannel>(
  db: DatabaseHandle,
  masterKey: MasterKey,
  channel: C,
): Promise<StoredSettings<C> | undefined> {
  const row = await db
    .selectFrom('delivery_settings')
    .selectAll()
    .where('channel', '=', channel)
    .executeTakeFirst();
  if (!row) return undefined;
  const text = unwrapAtRest(row.wrapped_settings, masterKey.bytes, contextOf(channel)).toString();
  return {
    settings: JSON.parse(text) as DeliverySettings[C],
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** Serializes changes of a channel, also of one without settings. */
export async function lockDeliverySettings(
  transaction: DatabaseTransaction,
  channel: DeliveryChannel,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`delivery ${channel}`}))`.execute(transaction);
}

export async function upsertDeliverySettings<C extends DeliveryChannel>(
  transaction: DatabaseTransaction,
  masterKey: MasterKey,
  { channel, settings, by, at }: { channel: C; settings: DeliverySettings[C]; by: string; at: Date },
): Promise<void> {
  await lockMasterKey(transaction, masterKey);
  const wrapped = wrapAtRest(Buffer.from(JSON.stringify(settings)), masterKey.bytes, contextOf(channel));
  const row = { wrapped_settings: wrapped, updated_at: at, updated_by: by };
  await transaction
    .insertInto('delivery_settings')
    .values({ channel, ...row })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet(row))
    .execute();
}

/** Deletes the stored settings of a channel. @returns whether there were any. */
export async function deleteDeliverySettings(
  transaction: DatabaseTransaction,
  channel: DeliveryChannel,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('delivery_settings')
    .where('channel', '=', channel)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts a failure of a transport since its last success. */
export async function countTransportFailure(
  db: DatabaseHandle,
  { channel, code, at }: { channel: DeliveryChannel; code: string; at: Date },
): Promise<void> {
  await db
    .insertInto('transport_failures')
    .values({ channel, code, since: at, last_at: at, failures: 1 })
    .onConflict((conflict) =>
      conflict
        .column('channel')
        .doUpdateSet({ code, last_at: at, failures: sql`transport_failures.failures + 1` }),
    )
    .execute();
}

/** Deletes the failures of a transport, which has succeeded. */
export async function deleteTransportFailures(db: DatabaseHandle, channel: DeliveryChannel): Promise<void> {
  await db.deleteFrom('transport_failures').where('channel', '=', channel).execute();
}
