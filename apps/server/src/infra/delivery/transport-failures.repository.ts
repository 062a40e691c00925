import { sql } from 'kysely';
import type { DatabaseHandle } from '../database/index.ts';
import type { DeliveryChannel } from './delivery-settings.repository.ts';

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
