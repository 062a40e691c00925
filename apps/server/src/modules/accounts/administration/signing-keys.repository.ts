import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';
import type { NewTokenKey } from '../../../infra/tokens/token-keys.repository.ts';

export type SigningKeyRow = Omit<Selectable<Database['token_keys']>, 'wrapped_private_key'>;

const columns = ['kid', 'public_jwk', 'created_at', 'signs_from', 'verifies_until', 'withdrawn_at'] as const;

/** All keys, the newest first. */
export function selectSigningKeys(db: DatabaseHandle): Promise<SigningKeyRow[]> {
  return db.selectFrom('token_keys').select(columns).orderBy('signs_from', 'desc').orderBy('kid').execute();
}

/**
 * Serializes rotations, withdrawals and the creation of the first key by a node.
 * @returns all keys, the newest first.
 */
export async function lockSigningKeys(transaction: DatabaseTransaction): Promise<SigningKeyRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('token_keys'))`.execute(transaction);
  return selectSigningKeys(transaction);
}

export async function insertSigningKey(
  transaction: DatabaseTransaction,
  { kid, publicJwk, wrappedPrivateKey }: NewTokenKey,
  { createdAt, signsFrom }: { createdAt: Date; signsFrom: Date },
): Promise<void> {
  await transaction
    .insertInto('token_keys')
    .values({
      kid,
      public_jwk: JSON.stringify(publicJwk),
      wrapped_private_key: wrappedPrivateKey,
      created_at: createdAt,
      signs_from: signsFrom,
    })
    .execute();
}

/** Sets the end of verification for the current key and for every older key without one. The newest key has none. */
export async function updateFormerKeys(
  transaction: DatabaseTransaction,
  { newest, current, verifiesUntil }: { newest: string; current: string | undefined; verifiesUntil: Date },
): Promise<void> {
  await transaction
    .updateTable('token_keys')
    .set({ verifies_until: verifiesUntil })
    .where('kid', '<>', newest)
    .where((where) => where.or([where('verifies_until', 'is', null), where('kid', '=', current ?? newest)]))
    .execute();
}

export async function updateSigningStart(
  transaction: DatabaseTransaction,
  { kid, signsFrom }: { kid: string; signsFrom: Date },
): Promise<void> {
  await transaction.updateTable('token_keys').set({ signs_from: signsFrom }).where('kid', '=', kid).execute();
}

/** Withdraws a key and deletes its private part. */
export async function withdrawKey(
  transaction: DatabaseTransaction,
  { kid, at }: { kid: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('token_keys')
    .set({ withdrawn_at: at, wrapped_private_key: null })
    .where('kid', '=', kid)
    .execute();
}

/** Ends the sessions without a valid token: each of their tokens has a withdrawn key, has expired or was replaced. */
export async function endSessionsOfWithdrawnKeys(transaction: DatabaseTransaction, at: Date): Promise<void> {
  await sql`
    update sessions set ended_at = ${at}, end_reason = 'key_withdrawn'
    where ended_at is null and not exists (
      select from session_tokens as token
      join token_keys as key on key.kid = coalesce(token.kid,
        (select kid from token_keys order by created_at limit 1))
      where token.sid = sessions.sid and token.expire_at > ${at} and key.withdrawn_at is null
        and not exists (
          select from session_tokens as next
          where next.predecessor = token.jti and next.first_used_at is not null
        )
    )
  `.execute(transaction);
}

/** Deletes the private parts of keys whose last token has expired. */
export async function deletePastPrivateKeys(db: DatabaseHandle, now: Date): Promise<void> {
  await db
    .updateTable('token_keys')
    .set({ wrapped_private_key: null })
    .where('verifies_until', '<', now)
    .where('wrapped_private_key', 'is not', null)
    .execute();
}
