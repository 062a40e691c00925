import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

type Registrations = Database['push_registrations'];
export type RegistrationRow = Selectable<Registrations>;

/** Serialises concurrent registrations of one token. */
export async function lockToken(db: DatabaseTransaction, digest: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`push ${digest}`}))`.execute(db);
}

/**
 * Deletes the registrations of this token by other devices or accounts: a token belongs to one device of one account.
 */
export async function deleteOtherRegistrations(
  db: DatabaseTransaction,
  {
    provider,
    digest,
    aid,
    deviceID,
  }: Pick<RegistrationRow, 'provider' | 'aid'> & {
    digest: string;
    deviceID: string;
  },
): Promise<void> {
  await db
    .deleteFrom('push_registrations')
    .where('provider', '=', provider)
    .where('token_digest', '=', digest)
    .where((where) => where.or([where('aid', '!=', aid), where('device_id', '!=', deviceID)]))
    .execute();
}

export async function upsertRegistration(
  db: DatabaseTransaction,
  registration: Insertable<Registrations>,
): Promise<void> {
  const { provider, token_digest, wrapped_token, tags, language, updated_at } = registration;
  await db
    .insertInto('push_registrations')
    .values(registration)
    .onConflict((conflict) =>
      conflict
        .columns(['aid', 'device_id'])
        .doUpdateSet({ provider, token_digest, wrapped_token, tags, language, updated_at }),
    )
    .execute();
}

export async function deleteRegistration(
  db: DatabaseHandle,
  { aid, deviceID }: { aid: string; deviceID: string },
): Promise<void> {
  await db
    .deleteFrom('push_registrations')
    .where('aid', '=', aid)
    .where('device_id', '=', deviceID)
    .execute();
}

/** Deletes a dead registration, unless its device has registered another token in the meantime. */
export async function deleteDeadRegistration(
  db: DatabaseHandle,
  { registration_id, token_digest }: Pick<RegistrationRow, 'registration_id' | 'token_digest'>,
): Promise<void> {
  await db
    .deleteFrom('push_registrations')
    .where('registration_id', '=', registration_id)
    .where('token_digest', '=', token_digest)
    .execute();
}

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
