import { inTransaction } from '../../infra/database/index.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { dropObject } from '../files/loose-objects.usecases.ts';
import { eraseAccount } from './erase.usecases.ts';
import { lockDueAccount } from './erase-account.repository.ts';
import type { PrivacyServices } from './privacy.port.ts';

/**
 * Deletes the accounts whose time has come, each in a transaction of its own. Several nodes may do so at once.
 *
 * @param now - milliseconds since 1970.
 * @returns how many were deleted.
 */
export async function deleteDueAccounts(services: PrivacyServices, now: number): Promise<number> {
  for (let count = 0; ; count += 1) {
    if (!(await deleteNext(services, now))) return count;
  }
}

async function deleteNext(
  { accounts, objects, closedAccountLifeMs }: PrivacyServices,
  now: number,
): Promise<boolean> {
  const { db } = accounts;
  const at = new Date(now);
  const closedBefore = closedAccountLifeMs === undefined ? null : new Date(now - closedAccountLifeMs);
  const erased = await inTransaction(db, async (transaction) => {
    const aid = await lockDueAccount(transaction, { now: at, closedBefore });
    if (aid === undefined) return undefined;
    const actor = { kind: 'service', tid: null } as const;
    await recordAct({ handle: transaction, actor, at }, { act: 'account.deleted', subject: aid });
    return eraseAccount(accounts, transaction, { aid, at });
  });
  for (const key of erased?.objects ?? []) await dropObject({ db, objects }, key);
  return erased !== undefined;
}
