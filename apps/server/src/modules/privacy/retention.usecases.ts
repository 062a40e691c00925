import { inTransaction } from '../../infra/database/index.ts';
import { dropObject } from '../files/loose-objects.usecases.ts';
import type { PrivacyServices } from './privacy.port.ts';
import { deleteOldFlows, deleteOldMessages } from './retention.repository.ts';

/** Retention times. Undefined: never deleted. */
export interface Retention {
  readonly messageLifeMs: number | undefined;
  readonly flowLifeMs: number | undefined;
}

/** Maximum number of messages or applications that one transaction deletes. */
const batch = 500;

/**
 * Deletes messages and ended applications whose retention time is over.
 * @param now - milliseconds since 1970.
 * @returns the numbers of deleted rows.
 */
export async function deleteOld(
  { accounts: { db }, objects }: PrivacyServices,
  { messageLifeMs, flowLifeMs }: Retention,
  now: number,
): Promise<{ messages: number; flows: number }> {
  const deleted = { messages: 0, flows: 0 };
  if (messageLifeMs !== undefined) {
    const before = new Date(now - messageLifeMs);
    for (let count = batch; count === batch; deleted.messages += count) {
      count = await inTransaction(db, (transaction) =>
        deleteOldMessages(transaction, { before, limit: batch }),
      );
    }
  }
  if (flowLifeMs !== undefined) {
    const before = new Date(now - flowLifeMs);
    for (let count = batch; count === batch; deleted.flows += count) {
      const gone = await inTransaction(db, (transaction) =>
        deleteOldFlows(transaction, { before, limit: batch }),
      );
      for (const key of gone.objects) await dropObject({ db, objects }, key);
      count = gone.count;
    }
  }
  return deleted;
}
