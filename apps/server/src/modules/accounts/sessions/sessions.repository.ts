import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';
import { smallestIDAt } from '../../../infra/random/time-ordered-id.util.ts';

export type TokenRow = Pick<
  Selectable<Database['session_tokens']>,
  'jti' | 'issued_at' | 'expire_at' | 'kid'
>;
export type NewTokenRow = Insertable<Database['session_tokens']>;
export type SessionEnd = NonNullable<Selectable<Database['sessions']>['end_reason']>;

export async function insertSession(
  db: DatabaseHandle,
  session: {
    sid: string;
    aid: string;
    device: { id: string; thumbprint: string } | null;
    /** The tenants that the sign-in returns. */
    tids: string[];
    /** The methods of the sign-in (RFC 8176). */
    amr: readonly string[];
    hasTwoFactors: boolean;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      sid: session.sid,
      aid: session.aid,
      device_id: session.device?.id ?? null,
      thumbprint: session.device?.thumbprint ?? null,
      tids: session.tids,
      amr: [...session.amr],
      two_factors_at: session.hasTwoFactors ? session.at : null,
      created_at: session.at,
    })
    .execute();
}

/** Marks that the session presented two factors again. */
export async function updateTwoFactorsAt(
  db: DatabaseTransaction,
  { sid, at }: { sid: string; at: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ two_factors_at: at }).where('sid', '=', sid).execute();
}

/** Marks that the session presented the only factor of its account again. */
export async function updateSteppedUpAt(
  db: DatabaseTransaction,
  { sid, at }: { sid: string; at: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ stepped_up_at: at }).where('sid', '=', sid).execute();
}

/** When a session that has not ended presented its factors: one at `oneAt`, two at `twoAt`. */
export function selectFactorTimes(
  db: DatabaseHandle,
  sid: string,
): Promise<{ oneAt: Date; twoAt: Date | null } | undefined> {
  return db
    .selectFrom('sessions')
    .select([
      sql<Date>`greatest(created_at, stepped_up_at, two_factors_at)`.as('oneAt'),
      'two_factors_at as twoAt',
    ])
    .where('sid', '=', sid)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

export async function insertToken(db: DatabaseHandle, row: NewTokenRow): Promise<void> {
  await db.insertInto('session_tokens').values(row).execute();
}

/**
 * Inserts the successor of a token, and updates the time when the device was last seen. One statement, because a refresh
 * writes nothing else.
 * @returns false where the token has a successor already.
 */
export async function insertSuccessor(
  db: DatabaseHandle,
  row: NewTokenRow,
  { aid, deviceID, at }: { aid: string; deviceID: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .with('seen', (query) =>
      query
        .updateTable('devices')
        .set({ last_seen_at: at })
        .where('aid', '=', aid)
        .where('device_id', '=', deviceID)
        .returning('device_id'),
    )
    .insertInto('session_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('predecessor').where('predecessor', 'is not', null).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export function selectToken(db: DatabaseHandle, jti: string): Promise<TokenRow> {
  return db
    .selectFrom('session_tokens')
    .select(['jti', 'issued_at', 'expire_at', 'kid'])
    .where('jti', '=', jti)
    .executeTakeFirstOrThrow();
}

export function selectSuccessor(db: DatabaseHandle, jti: string): Promise<TokenRow> {
  return db
    .selectFrom('session_tokens')
    .select(['jti', 'issued_at', 'expire_at', 'kid'])
    .where('predecessor', '=', jti)
    .executeTakeFirstOrThrow();
}

/** The tokens among these whose sessions are active, with the time of the first use of their successors. */
export function selectActiveTokens(db: DatabaseHandle, jtis: readonly string[]) {
  return db
    .selectFrom('session_tokens as token')
    .innerJoin('sessions', 'sessions.sid', 'token.sid')
    .innerJoin('accounts', 'accounts.aid', 'sessions.aid')
    .leftJoin('session_tokens as next', 'next.predecessor', 'token.jti')
    .select(['token.jti', 'token.expire_at', 'next.first_used_at as replaced_at'])
    .where(sql<boolean>`token.jti = any(${jtis}::text[])`)
    .where('sessions.ended_at', 'is', null)
    .where('accounts.state', '=', 'active')
    .execute();
}

/** Locks a session. @returns its id; undefined where it has ended. */
export function lockSession(db: DatabaseTransaction, sid: string): Promise<{ sid: string } | undefined> {
  return db
    .selectFrom('sessions')
    .select('sid')
    .where('sid', '=', sid)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function endSessions(
  db: DatabaseHandle,
  which: { sid: string } | { aid: string; deviceID: string } | { aid: string; except: string | null },
  { reason, at }: { reason: SessionEnd; at: Date },
): Promise<void> {
  const update = db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('ended_at', 'is', null);
  if ('sid' in which) {
    await update.where('sid', '=', which.sid).execute();
    return;
  }
  const accountUpdate = update.where('aid', '=', which.aid);
  if ('deviceID' in which) await accountUpdate.where('device_id', '=', which.deviceID).execute();
  else await accountUpdate.where('sid', 'is distinct from', which.except).execute();
}

/** Marks the first use of a token. Its predecessor is valid for 60 s from then on. */
export async function markFirstUse(db: DatabaseHandle, jti: string, at: Date): Promise<void> {
  await db
    .updateTable('session_tokens')
    .set({ first_used_at: at })
    .where('jti', '=', jti)
    .where('first_used_at', 'is', null)
    .execute();
}

/**
 * Deletes the tokens that expired before a time. Their ids begin with it, except for the UUIDs of earlier releases, which have an index
 * of their own.
 */
export async function deleteExpiredTokens(db: DatabaseHandle, before: Date): Promise<void> {
  await sql`
    delete from session_tokens where jti >= 'g' and jti < ${smallestIDAt(before.getTime())}
  `.execute(db);
  await sql`delete from session_tokens where jti < 'g' and expire_at < ${before}`.execute(db);
}

/**
 * A session that has not ended: since when it exists, the tenants that its sign-in returned (`given`), and those where the
 * account is an active member now (`active`).
 */
export function selectRenewableSession(
  db: DatabaseHandle,
  sid: string,
): Promise<{ since: Date; given: string[] | null; active: string[] } | undefined> {
  return db
    .selectFrom('sessions')
    .select((query) => [
      'created_at as since',
      'tids as given',
      sql<string[]>`array(${query
        .selectFrom('memberships')
        .select('tid')
        .whereRef('memberships.aid', '=', 'sessions.aid')
        .where('memberships.state', '=', 'active')})`.as('active'),
    ])
    .where('sid', '=', sid)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}
