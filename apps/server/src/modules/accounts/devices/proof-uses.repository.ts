import { sql } from 'kysely';
import type { DatabaseHandle } from '../../../infra/database/index.ts';
import { isKnownToAllNodes } from '../../../infra/database/node-releases.util.ts';

/** The id of something that is valid once. */
export interface SingleUse {
  /** Thumbprint of the signing key of a device (RFC 7638); `challenge` for challenges. */
  thumbprint: string;
  jti: string;
  /** Milliseconds since 1970. From then on it is rejected because of its age. */
  staleAt: number;
}

export interface ProofUse extends SingleUse {
  /** Milliseconds since 1970. */
  issuedAt: number;
}

/** Stores an id as used, in the log of the database. @returns false where it was used before. */
export async function insertUse(db: DatabaseHandle, use: SingleUse): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('proof_uses')
    .values({ thumbprint: use.thumbprint, jti: use.jti, expire_at: new Date(use.staleAt) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The clocks of two nodes differ by less: each follows the clock of the database. */
const maxClockDifferenceMs = 1000;

/**
 * Stores the id of a device proof as used. The table is not in the log of the database, which empties it after a crash together with the
 * time since when it is complete. A proof that was issued before that time may have been used, so it is rejected. One that is dated
 * after its use would pass this check later, so its use is also stored in the log, as are all uses while a node of an earlier release
 * runs, which reads only those.
 *
 * @returns `early`, with the time in milliseconds since 1970, where the proof was issued before the table was complete.
 */
export async function insertProofUse(
  db: DatabaseHandle,
  { thumbprint, jti, issuedAt, staleAt }: ProofUse,
  now: number,
): Promise<'new' | 'reused' | { earlyUntil: number }> {
  const next = sql`${new Date(now + maxClockDifferenceMs)}::timestamptz`;
  const isLater = sql`${issuedAt > now}::boolean`;
  const { rows } = await sql<{ isEarly: boolean; isNew: boolean; since: Date }>`
    with state as materialized (
      select ${isKnownToAllNodes('060')} as "isUnlogged", (select since from recent_proof_uses_start) as since
    ),
    form as materialized (
      select "isUnlogged", since, not "isUnlogged" or ${isLater} as "isLogged",
        "isUnlogged" and coalesce(${new Date(issuedAt)}::timestamptz <= since, true) as "isEarly"
      from state
    ),
    start as (
      insert into recent_proof_uses_start (since) select ${next} from form where since is null on conflict do nothing
    ),
    recent as (
      insert into recent_proof_uses (thumbprint, jti, expire_at)
      select ${thumbprint}::text, ${jti}::text, ${new Date(staleAt)}::timestamptz from form
      where not "isEarly" and not exists (select from proof_uses where thumbprint = ${thumbprint} and jti = ${jti})
      on conflict do nothing returning thumbprint, jti, expire_at
    ),
    logged as (
      insert into proof_uses (thumbprint, jti, expire_at)
      select thumbprint, jti, expire_at from recent, form where "isLogged"
      on conflict do nothing returning jti
    )
    select "isEarly", coalesce(since, ${next}) as since,
      case when "isLogged" then exists (select from logged) else exists (select from recent) end as "isNew"
    from form
  `.execute(db);
  const [use] = rows;
  if (!use) throw new TypeError('the statement returns one row');
  if (use.isEarly) return { earlyUntil: use.since.getTime() };
  return use.isNew ? 'new' : 'reused';
}

/** Deletes the ids of proofs that are rejected because of their age. */
export async function deleteStaleUses(db: DatabaseHandle, now: Date): Promise<void> {
  for (const table of ['proof_uses', 'recent_proof_uses'] as const)
    await db.deleteFrom(table).where('expire_at', '<', sql<Date>`${now}::timestamptz`).execute();
}
