import { inTransaction } from '../../infra/database/index.ts';
import { deleteIfOrphaned } from '../files/orphaned-objects.usecases.ts';
import type { PrivacyServices } from './privacy.types.ts';
import { deleteOldFlows, deleteOldMessages } from './retention.repository.ts';

/** Retention times. Undefined: never deleted. */
export interface Retention {
  readonly messageLifetimeMs: number | undefined;
  readonly flowLifetimeMs: number | undefined;
}

/** Maximum number of messages or applications that one transaction deletes. */
const batchSize = 500;

/**
 * Deletes messages and ended applications whose retention time is over.
 * @param now - milliseconds since 1970.
 * @returns the numbers of deleted rows.
 */
export async function deleteExpiredContent(
  { accounts: { db }, objects }: PrivacyServices,
  { messageLifetimeMs, flowLifetimeMs }: Retention,
  now: number,
): Promise<{ messages: number; flows: number }> {
  const deleted = { messages: 0, flows: 0 };
  if (messageLifetimeMs !== undefined) {
    const before = new Date(now - messageLifetimeMs);
    for (let count = batchSize; count === batchSize; deleted.messages += count) {
      count = await inTransaction(db, (transaction) =>
        deleteOldMessages(transaction, { before, limit: batchSize }),
      );
    }
  }
  if (flowLifetimeMs !== undefined) {
    const before = new Date(now - flowLifetimeMs);
    for (let count = batchSize; count === batchSize; deleted.flows += count) {
      const deletedBatch = await inTransaction(db, (transaction) =>
        deleteOldFlows(transaction, { before, limit: batchSize }),
      );
      for (const key of deletedBatch.objects) await deleteIfOrphaned({ db, objects }, key);
      count = deletedBatch.count;
    }
  }
  return deleted;
}
