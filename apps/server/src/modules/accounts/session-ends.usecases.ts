import { sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';

/**
 * Until when tokens are good, in milliseconds since 1970, as long as nothing changes; those that are no longer good are
 * missing. For who watches sessions: looking is no use of a token, unlike passing the gate.
 */
export async function endsOfTokens(
  db: DatabaseHandle,
  jtis: readonly string[],
): Promise<Map<string, number>> {
  if (jtis.length === 0) return new Map();
  const rows = await db
    .selectFrom('session_tokens as token')
    .innerJoin('sessions', 'sessions.sid', 'token.sid')
    .innerJoin('accounts', 'accounts.aid', 'sessions.aid')
    .leftJoin('session_tokens as next', 'next.predecessor', 'token.jti')
    .select(['token.jti', 'token.expire_at', 'next.first_used_at'])
    .where(sql<boolean>`token.jti = any(${jtis}::text[])`)
    .where('sessions.ended_at', 'is', null)
    .where('accounts.state', '=', 'active')
    .execute();
  return new Map(
    rows.map(({ jti, expire_at, first_used_at }) => {
      const replaced = first_used_at ? first_used_at.getTime() + overlap : Number.POSITIVE_INFINITY;
      return [jti, Math.min(expire_at.getTime(), replaced)];
    }),
  );
}

/** How long a token stays good once its successor was used: for an answer that was lost, and for other tabs. */
export const overlap = 60_000;
