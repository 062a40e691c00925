import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import {
  adoptOrphan,
  claimExpiredOrphans,
  claimOrphan,
  deleteClaimedOrphan,
  deleteFiles,
  insertOrphan,
  lockUnreferencedFiles,
  touchOrphan,
} from './orphaned-objects.repository.ts';

export interface ObjectsContext {
  db: DatabaseHandle;
  objects: ObjectStore;
}

const heartbeatMs = 60_000;

/**
 * Stores an object, verifies it and references it in the database: all or nothing, even if the process dies in
 * between. `check` runs outside any transaction because it may be slow; `reference` inserts the row that references
 * the object.
 */
export async function storeObject<Checked, Referenced>(
  { db, objects }: ObjectsContext,
  { key, content }: { key: string; content: AsyncIterable<Uint8Array> },
  steps: {
    check: (stored: { size: number }) => Promise<Checked>;
    reference: (transaction: DatabaseTransaction, checked: Checked) => Promise<Referenced>;
  },
): Promise<Referenced> {
  await insertOrphan(db, key);
  const heartbeat = startHeartbeat(db, key);
  try {
    const checked = await steps.check(await objects.put(key, content));
    return await inTransaction(db, async (transaction) => {
      if (!(await adoptOrphan(transaction, key))) throw new Error('object was claimed for deletion');
      return steps.reference(transaction, checked);
    });
  } catch (error) {
    await deleteIfOrphaned({ db, objects }, key);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

/** Marks an object as orphaned, in the transaction that removes its last reference. */
export function markOrphaned(transaction: DatabaseTransaction, key: string): Promise<void> {
  return insertOrphan(transaction, key);
}

/** Deletes an orphaned object. If that fails, `deleteOrphanedObjects` deletes it later. */
export async function deleteIfOrphaned({ db, objects }: ObjectsContext, key: string): Promise<void> {
  try {
    // An object that is referenced after all (its commit succeeded, only the response was lost) stays.
    if (!(await claimOrphan(db, key))) return;
    await objects.delete(key);
    await deleteClaimedOrphan(db, key);
  } catch {
    // A failure does not concern the caller, for whom the object is deleted.
  }
}

/** Deletes the objects that crashed processes left behind. */
export async function deleteOrphanedObjects({ db, objects }: ObjectsContext): Promise<void> {
  for (;;) {
    const keys = await claimExpiredOrphans(db);
    if (keys.length === 0) return;
    for (const key of keys) {
      await objects.delete(key);
      await deleteClaimedOrphan(db, key);
    }
  }
}

/** A person may resume a draft that exists only on their device; after this time its files must be uploaded again. */
const unreferencedRetentionMs = 30 * 86_400_000;

/**
 * Deletes files that were never used in an application, or were released with a draft. Only their owners ever saw
 * them.
 */
export async function deleteUnreferencedFiles(context: ObjectsContext, now: number): Promise<void> {
  let deleted: { key: string }[];
  do {
    deleted = await inTransaction(context.db, async (transaction) => {
      const files = await lockUnreferencedFiles(transaction, new Date(now - unreferencedRetentionMs));
      if (files.length === 0) return files;
      await deleteFiles(
        transaction,
        files.map(({ uri }) => uri),
      );
      for (const { key } of files) await markOrphaned(transaction, key);
      return files;
    });
    for (const { key } of deleted) await deleteIfOrphaned(context, key);
  } while (deleted.length > 0);
}

/** Keeps the row of an upload in progress fresh, which may take hours, so that it is not taken for a crashed one. */
function startHeartbeat(db: DatabaseHandle, key: string): NodeJS.Timeout {
  // A failure is ignored: the next heartbeat or the end of the upload detects a lost database.
  return setInterval(() => void touchOrphan(db, key).catch(() => {}), heartbeatMs).unref();
}
