import { inTransaction } from '../../infra/database/index.ts';
import { dropObject } from '../files/loose-objects.usecases.ts';
import type { PrivacyServices } from './privacy.port.ts';
import { deleteOldFlows, deleteOldMessages } from './retention.repository.ts';

/** Retention times. Undefined: never deleted. */
export interface Retention {
  readonly messageLifeMs: number | undefined;
  readonly flowLifeMs: number | undefined;
}

/** Rows that one transaction deletes at most. */
const batch = 500;

/** Deletes messages and ended applications that are older than the settings say. @param now - milliseconds since 1970. */
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
