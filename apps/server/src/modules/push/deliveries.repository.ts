import type { NotificationKind } from '@sealflow/domain/notifications';
import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { RegistrationRow } from './registrations.repository.ts';

interface Audience {
  /** Null for all active members of `tid`, or for everyone if that is null too. */
  aid: string | null;
  tid: string | null;
  kind: NotificationKind;
  cursor: string;
  now: Date;
  limit: number;
}

/**
 * The next page of registrations of a message's recipients. A registration counts while its account is active and
 * signed in on its device: one that outlived its session proves nothing.
 */
export async function selectRegistrationsOfAudience(
  db: DatabaseHandle,
  { aid, tid, kind, cursor, now, limit }: Audience,
): Promise<string[]> {
  let query = db
    .selectFrom('push_registrations as registration')
    .innerJoin('accounts', 'accounts.aid', 'registration.aid')
    .select('registration.registration_id')
    .where('accounts.state', '=', 'active')
    .where('registration.registration_id', '>', cursor)
    .where(isSignedIn(now))
    .where(isWanted(kind))
    .orderBy('registration.registration_id')
    .limit(limit);
  if (aid !== null) query = query.where('registration.aid', '=', aid);
  else if (tid !== null) {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('memberships')
          .select('fid')
          .where('tid', '=', tid)
          .where('state', '=', 'active')
          .whereRef('memberships.aid', '=', 'registration.aid'),
      ),
    );
  }
  const rows = await query.execute();
  return rows.map((row) => row.registration_id);
}

/** Those of these accounts that have a registration. */
export async function selectRegisteredAccounts(
  db: DatabaseHandle,
  aids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (aids.length === 0) return new Set();
  const rows = await db
    .selectFrom('push_registrations')
    .select('aid')
    .distinct()
    .where('aid', '=', sql<string>`any(${aids}::text[])`)
    .execute();
  return new Set(rows.map(({ aid }) => aid));
}

const isSignedIn = (now: Date) => sql<boolean>`exists (
  select from sessions join session_tokens on session_tokens.sid = sessions.sid
  where sessions.aid = registration.aid and sessions.device_id = registration.device_id
    and sessions.ended_at is null and session_tokens.expire_at > ${now}
)`;

const isWanted = (kind: NotificationKind) => sql<boolean>`not exists (
  select from notification_settings as settings where settings.aid = registration.aid and ${kind} = any(settings.muted)
)`;

/**
 * Inserts the deliveries of a message to these registrations.
 * @returns the registrations whose delivery is new.
 */
export async function insertDeliveries(
  db: DatabaseTransaction,
  { msgID, registrationIDs }: { msgID: string; registrationIDs: readonly string[] },
): Promise<string[]> {
  if (registrationIDs.length === 0) return [];
  const rows = await db
    .insertInto('push_deliveries')
    .values(registrationIDs.map((registration_id) => ({ message_id: msgID, registration_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('registration_id')
    .execute();
  return rows.map((row) => row.registration_id);
}

/** The registration of a pending delivery. */
export function selectPendingRegistration(
  db: DatabaseHandle,
  { msgID, registrationID, now }: { msgID: string; registrationID: string; now: Date },
): Promise<(RegistrationRow & { released_at: Date | null }) | undefined> {
  return db
    .selectFrom('push_deliveries as delivery')
    .innerJoin('push_registrations as registration', (join) =>
      join.onRef('registration.registration_id', '=', 'delivery.registration_id'),
    )
    .selectAll('registration')
    .select('delivery.released_at')
    .where('delivery.message_id', '=', msgID)
    .where('delivery.registration_id', '=', registrationID)
    .where('delivery.state', '=', 'waiting')
    .where(isSignedIn(now))
    .executeTakeFirst();
}

export async function markDelivery(
  db: DatabaseHandle,
  { msgID, registrationID, state }: { msgID: string; registrationID: string; state: 'sent' | 'dropped' },
): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set({ state })
    .where('message_id', '=', msgID)
    .where('registration_id', '=', registrationID)
    .execute();
}

export async function deleteDeliveriesBefore(db: DatabaseHandle, before: Date): Promise<void> {
  await db.deleteFrom('push_deliveries').where('created_at', '<', before).execute();
}
