import { inTransaction, isDatabaseUnavailable } from '../../infra/database/index.ts';
import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import type { AdminServices } from '../admin/audited-action.usecases.ts';
import { isTenantGone, processBatch, skipRow } from './batch.usecases.ts';
import type { ImportKey } from './imports.repository.ts';
import { importQueue } from './imports.usecases.ts';

/** Rows of one transaction. The tenant is locked for its duration. */
const batchSize = 200;

export interface ImportJobOptions {
  readonly onError: (error: unknown) => void;
}

/**
 * Starts this node's worker of imports. A job processes one batch and enqueues the next one, so that the imports of
 * several tenants alternate and a shutdown waits for one batch only.
 */
export async function startImportWorker(
  jobs: Jobs,
  services: AdminServices,
  { onError }: ImportJobOptions,
): Promise<void> {
  await jobs.work(importQueue, async (key) => {
    if (!(await processNext(services, key, onError))) return;
    await inTransaction(services.db, (transaction) =>
      services.outbox.send(transaction, importQueue, [{ data: key }]),
    );
  });
}

/** @returns whether rows remain. */
async function processNext(
  services: AdminServices,
  key: ImportKey,
  onError: (error: unknown) => void,
): Promise<boolean> {
  try {
    return await processBatch(services, { ...key, limit: batchSize });
  } catch (error) {
    if (isTenantGone(error)) return false;
    if (isDatabaseUnavailable(error)) throw error;
    onError(error);
    return processRowByRow(services, key);
  }
}

/** Repeats a batch row by row after an unexpected fault, so that only the row that causes it fails. */
async function processRowByRow(services: AdminServices, key: ImportKey): Promise<boolean> {
  for (let count = 0; count < batchSize; count += 1) {
    try {
      if (!(await processBatch(services, { ...key, limit: 1 }))) return false;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await skipRow(services, key);
    }
  }
  return true;
}
