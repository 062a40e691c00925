import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { archiveApplications } from '../archives/archiving.usecases.ts';
import { deleteIfOrphaned } from '../files/orphaned-objects.usecases.ts';
import type { PrivacyServices } from './privacy.types.ts';
import {
  deleteOldFlows,
  deleteOldMessagesOfSessions,
  selectOwnRetention,
  selectSessionsWithOldMessages,
} from './retention.repository.ts';

/** The retention times of the deployment. Undefined: never deleted. */
export interface Retention {
  readonly messageLifetimeMs: number | undefined;
  readonly flowLifetimeMs: number | undefined;
}

type RetentionServices = Pick<PrivacyServices, 'objects' | 'log' | 'chains'> & {
  readonly accounts: Pick<PrivacyServices['accounts'], 'db'>;
};

interface TenantRun {
  readonly tenant: Awaited<ReturnType<typeof selectOwnRetention>>[number];
  readonly flowLifetimeMs: number | undefined;
  readonly now: number;
}

interface DeletedCounts {
  messages: number;
  flows: number;
}

/** Maximum number of messages or applications that one transaction deletes. */
const batchSize = 500;
/** Maximum number of message sessions that one statement examines. */
const sessionPageSize = 1000;
const dayMs = 86_400_000;

/**
 * Deletes messages and ended applications whose retention time is over: first by the times of the deployment, then by those of each
 * tenant, which are shorter, or which archive applications first. A tenant whose content cannot be deleted is logged and does not delay the others.
 * @param now - milliseconds since 1970.
 * @returns the numbers of deleted rows.
 */
export async function deleteExpiredContent(
  services: RetentionServices,
  { messageLifetimeMs, flowLifetimeMs }: Retention,
  now: number,
): Promise<DeletedCounts> {
  const { db } = services.accounts;
  const deleted: DeletedCounts = { messages: 0, flows: 0 };
  if (messageLifetimeMs !== undefined) {
    const before = new Date(now - messageLifetimeMs);
    deleted.messages += await deleteMessages(db, { before });
  }
  if (flowLifetimeMs !== undefined)
    deleted.flows += await deleteFlows(services, { before: new Date(now - flowLifetimeMs) });
  for (const tenant of await selectOwnRetention(db)) {
    try {
      await deleteTenantContent(services, { tenant, flowLifetimeMs, now }, deleted);
    } catch (error) {
      services.log.error(
        { err: error, tid: tenant.tid },
        'old messages and applications of a tenant were not deleted',
      );
    }
  }
  return deleted;
}

async function deleteTenantContent(
  services: RetentionServices,
  { tenant, flowLifetimeMs = Number.POSITIVE_INFINITY, now }: TenantRun,
  deleted: DeletedCounts,
): Promise<void> {
  const { tid, message_days: messageDays, application_days: flowDays } = tenant;
  if (messageDays !== null) {
    const before = new Date(now - messageDays * dayMs);
    deleted.messages += await deleteMessages(services.accounts.db, { tid, before });
  }
  // The time of the deployment is the longest one, also if it was shortened after the tenant chose its own.
  const lifetimeMs = Math.min(flowLifetimeMs, flowDays === null ? flowLifetimeMs : flowDays * dayMs);
  if (!Number.isFinite(lifetimeMs)) return;
  const range = { tid, before: new Date(now - lifetimeMs) };
  deleted.flows += tenant.archive_applications
    ? await archiveApplications(services, range)
    : await deleteFlows(services, range);
}

async function deleteMessages(
  db: DatabaseHandle,
  { tid, before }: { tid?: string; before: Date },
): Promise<number> {
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await selectSessionsWithOldMessages(db, { tid, after, before, limit: sessionPageSize });
    if (page.old.length > 0) {
      count += await deleteInBatches(db, (transaction) =>
        deleteOldMessagesOfSessions(transaction, { sessions: page.old, before, limit: batchSize }),
      );
    }
    after = page.last;
  }
  return count;
}

async function deleteFlows(
  { accounts: { db }, objects }: RetentionServices,
  range: { readonly before: Date; readonly tid?: string },
): Promise<number> {
  let deleted = 0;
  for (let count = batchSize; count === batchSize; deleted += count) {
    const batch = await inTransaction(db, (transaction) =>
      deleteOldFlows(transaction, { ...range, limit: batchSize }),
    );
    for (const key of batch.objects) await deleteIfOrphaned({ db, objects }, key);
    count = batch.count;
  }
  return deleted;
}

/** Repeats a deletion in transactions of its own until a batch is not full. @returns the number of deleted rows. */
async function deleteInBatches(
  db: DatabaseHandle,
  deleteBatch: (transaction: DatabaseTransaction) => Promise<number>,
): Promise<number> {
  let deleted = 0;
  for (let count = batchSize; count === batchSize; deleted += count)
    count = await inTransaction(db, deleteBatch);
  return deleted;
}
