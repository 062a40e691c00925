import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { declareQueue } from '../../infra/jobs/jobs.port.ts';
import { deleteIfOrphaned, markOrphaned, type ObjectsContext } from '../files/orphaned-objects.usecases.ts';
import {
  type DownloadRow,
  selectDownload,
  selectOverdueDownloads,
  updateDownloadInState,
} from './downloads.repository.ts';
import type { ProcessingServices } from './processing.types.ts';

/** How long a package is available for download. */
export const downloadLifetimeMs = 24 * 3_600_000;

/** Delivers a job when a package may have expired. */
export const expiryQueue = declareQueue<{ downloadID: string }>('processing.expiry');

/**
 * Removes a package and its keys. Only the record of the package remains.
 * @returns the key of its object, which is orphaned once the transaction is committed.
 */
export async function endDownload(
  transaction: DatabaseTransaction,
  { download_id: downloadID, state: from, object_key: key }: DownloadRow,
  state: 'received' | 'expired',
): Promise<string | null> {
  const clearedColumns = {
    state,
    reason: null,
    object_key: null,
    wrapped_key: null,
    wrapped_passphrase: null,
  };
  if (!(await updateDownloadInState(transaction, { downloadID, from: [from] }, clearedColumns))) return null;
  if (key) await markOrphaned(transaction, key);
  return key;
}

/** Ends an expired package. If this node's clock is behind the queue's, the job is rescheduled. */
export async function expireDownload(
  services: Pick<ProcessingServices, 'db' | 'objects' | 'clock' | 'outbox'>,
  { downloadID }: { downloadID: string },
): Promise<void> {
  const { db, clock, outbox } = services;
  const row = await selectDownload(db, downloadID);
  if (!row || row.state === 'received' || row.state === 'expired') return;
  if (row.expire_at.getTime() > clock()) {
    await inTransaction(db, (transaction) =>
      outbox.send(transaction, expiryQueue, [{ data: { downloadID }, after: row.expire_at }]),
    );
    return;
  }
  const key = await inTransaction(db, (transaction) => endDownload(transaction, row, 'expired'));
  if (key) await deleteIfOrphaned(services, key);
}

/** Ends all expired packages whose expiry job was lost. */
export async function expireOverdueDownloads(
  { db, objects }: ObjectsContext & { db: DatabaseHandle },
  now: number,
): Promise<void> {
  for (const downloadID of await selectOverdueDownloads(db, new Date(now))) {
    const row = await selectDownload(db, downloadID);
    const key = row && (await inTransaction(db, (transaction) => endDownload(transaction, row, 'expired')));
    if (key) await deleteIfOrphaned({ db, objects }, key);
  }
}
