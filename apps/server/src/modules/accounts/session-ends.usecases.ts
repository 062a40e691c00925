import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { lockSession, selectLivingTokens } from './sessions.repository.ts';

/** How long a token stays good once its successor was used: for an answer that was lost, and for other tabs. */
export const overlap = 60_000;

/**
 * Keeps a session from ending until the transaction does, for what goes with it.
 * @throws ServiceError `login.token_expired` where it ended before.
 */
export async function holdSession(transaction: DatabaseTransaction, sid: string): Promise<void> {
  if (!(await lockSession(transaction, sid))) throw new ServiceError('login.token_expired');
}

/**
 * Until when tokens are good, in milliseconds since 1970, as long as nothing changes; those that are no longer good are
 * missing. For who watches sessions: looking is no use of a token, unlike passing the gate.
 */
export async function endsOfTokens(
  db: DatabaseHandle,
  jtis: readonly string[],
): Promise<Map<string, number>> {
  const rows = jtis.length === 0 ? [] : await selectLivingTokens(db, jtis);
  return new Map(
    rows.map(({ jti, expire_at, replaced_at }) => {
      const replaced = replaced_at ? replaced_at.getTime() + overlap : Number.POSITIVE_INFINITY;
      return [jti, Math.min(expire_at.getTime(), replaced)];
    }),
  );
}
