import type { DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { lockSession, selectActiveTokens } from './sessions.repository.ts';

/** How long a token stays valid after the first use of its successor: for requests in flight and for other tabs. */
export const tokenOverlapMs = 60_000;

/**
 * Locks an active session, so that it cannot end before the transaction does.
 * @throws ServiceError `login.token_expired` where the session has ended.
 */
export async function lockActiveSession(transaction: DatabaseTransaction, sid: string): Promise<void> {
  if (!(await lockSession(transaction, sid))) throw new ServiceError('login.token_expired');
}

/**
 * The expiry of each token in milliseconds since 1970, as long as nothing changes. Invalid tokens are missing. This
 * does not count as a use of a token, unlike an authentication.
 */
export async function findTokenExpiries(
  db: DatabaseHandle,
  jtis: readonly string[],
): Promise<Map<string, number>> {
  const rows = jtis.length === 0 ? [] : await selectActiveTokens(db, jtis);
  return new Map(
    rows.map(({ jti, expire_at, replaced_at }) => {
      const overlapEnd = replaced_at ? replaced_at.getTime() + tokenOverlapMs : Number.POSITIVE_INFINITY;
      return [jti, Math.min(expire_at.getTime(), overlapEnd)];
    }),
  );
}
