import { sql } from 'kysely';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';

/** Shorter than the limit of other statements: figures must not take the database away from decisions. */
const maxStatementMs = 10_000;

/** The SQLSTATE of a statement that was canceled by its time limit. */
const isCanceled = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014';

/**
 * Runs the statements of an insight in a transaction with a time limit for each of them.
 * @throws ServiceError `work.insight_timeout`.
 */
export async function runWithinLimit<Result>(
  db: DatabaseHandle,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
  limitMs: number = maxStatementMs,
): Promise<Result> {
  try {
    return await inTransaction(db, async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(transaction);
      return work(transaction);
    });
  } catch (error) {
    if (isCanceled(error)) throw new ServiceError('work.insight_timeout');
    throw error;
  }
}
