import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The registrations of an account with the states of their deliveries. */
export function selectPushStates(db: DatabaseHandle, aid: string) {
  return db
    .selectFrom('push_registrations as registration')
    .select(['registration.device_id', 'registration.provider', 'registration.updated_at'])
    .select((select) => [
      select
        .selectFrom('push_deliveries as delivery')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('delivery.registration_id', '=', 'registration.registration_id')
        .where('delivery.state', '=', 'waiting')
        .as('waiting'),
      select
        .selectFrom('push_deliveries as delivery')
        .select((latest) => latest.fn.max('delivery.created_at').as('at'))
        .whereRef('delivery.registration_id', '=', 'registration.registration_id')
        .where('delivery.state', '=', 'sent')
        .as('last_sent_at'),
    ])
    .where('registration.aid', '=', aid)
    .execute();
}
