import { inTransaction } from '../../infra/database/index.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { deleteIfOrphaned } from '../files/orphaned-objects.usecases.ts';
import { eraseAccount } from './erase.usecases.ts';
import { lockDueAccount } from './erase-account.repository.ts';
import type { PrivacyServices } from './privacy.types.ts';

/**
 * Deletes the accounts whose deletion is due, each in a separate transaction. Several nodes may run it concurrently. An
 * account that cannot be deleted is logged and skipped until the next run, so that it does not block the others.
 *
 * @param now - milliseconds since 1970.
 * @returns the number of deleted accounts.
 */
export async function deleteDueAccounts(services: PrivacyServices, now: number): Promise<number> {
  const failed: string[] = [];
  let count = 0;
  for (;;) {
    const next = await deleteNextDueAccount(services, { now, except: failed });
    if (next === undefined) return count;
    if ('failed' in next) failed.push(next.failed);
    else count += 1;
  }
}

/** Deletes one due account. @returns undefined where none is left. */
async function deleteNextDueAccount(
  { accounts, objects, log, closedAccountLifetimeMs }: PrivacyServices,
  { now, except }: { now: number; except: readonly string[] },
): Promise<{ deleted: string } | { failed: string } | undefined> {
  const { db } = accounts;
  const at = new Date(now);
  const closedBefore = closedAccountLifetimeMs === undefined ? null : new Date(now - closedAccountLifetimeMs);
  let dueAid: string | undefined;
  try {
    const erased = await inTransaction(db, async (transaction) => {
      const aid = await lockDueAccount(transaction, { now: at, closedBefore, except });
      if (aid === undefined) return undefined;
      dueAid = aid;
      const actor = { kind: 'service', tid: null } as const;
      await recordAct({ handle: transaction, actor, at }, { act: 'account.deleted', subject: aid });
      return eraseAccount(accounts, transaction, { aid, at });
    });
    if (dueAid === undefined || erased === undefined) return undefined;
    for (const key of erased.objects) await deleteIfOrphaned({ db, objects }, key);
    return { deleted: dueAid };
  } catch (error) {
    // Without a locked account the database itself failed, so further accounts would fail too.
    if (dueAid === undefined) throw error;
    log.error({ err: error, aid: dueAid }, 'account deletion failed');
    return { failed: dueAid };
  }
}
