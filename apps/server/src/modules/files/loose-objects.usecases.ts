import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import {
  deleteLoose,
  forgetLoose,
  giveUpForgotten,
  giveUpLoose,
  insertLoose,
  touchLoose,
} from './loose-objects.repository.ts';

export interface ObjectsContext {
  db: DatabaseHandle;
  objects: ObjectStore;
}

const touchEveryMs = 60_000;

/**
 * Stores an object, verifies it and references it in the database: all or nothing, even if the process dies in
 * between. `check` runs outside any transaction because it may be slow; `reference` inserts the row that references
 * the object.
 */
export async function keepObject<Checked, Named>(
  { db, objects }: ObjectsContext,
  { key, content }: { key: string; content: AsyncIterable<Uint8Array> },
  steps: {
    check: (stored: { size: number }) => Promise<Checked>;
    name: (transaction: DatabaseTransaction, checked: Checked) => Promise<Named>;
  },
): Promise<Named> {
  await insertLoose(db, key);
  const alive = stayTouched(db, key);
  try {
    const checked = await steps.check(await objects.put(key, content));
    return await inTransaction(db, async (transaction) => {
      if (!(await deleteLoose(transaction, key))) throw new Error('object was claimed for deletion');
      return steps.name(transaction, checked);
    });
  } catch (error) {
    await dropObject({ db, objects }, key);
    throw error;
  } finally {
    clearInterval(alive);
  }
}

/** Marks an object as orphaned, in the transaction that removes its last reference. */
export function letGo(transaction: DatabaseTransaction, key: string): Promise<void> {
  return insertLoose(transaction, key);
}

/** Deletes an orphaned object. If that fails, `deleteOrphanedObjects` deletes it later. */
export async function dropObject({ db, objects }: ObjectsContext, key: string): Promise<void> {
  try {
    // An object that is referenced after all (its commit succeeded, only the response was lost) stays.
    if (!(await giveUpLoose(db, key))) return;
    await objects.delete(key);
    await forgetLoose(db, key);
  } catch {
    // A failure does not concern the caller, for whom the object is deleted.
  }
}

/** Deletes the objects that crashed processes left behind. */
export async function forgetLooseObjects({ db, objects }: ObjectsContext): Promise<void> {
  for (;;) {
    const keys = await giveUpForgotten(db);
    if (keys.length === 0) return;
    for (const key of keys) {
      await objects.delete(key);
      await forgetLoose(db, key);
    }
  }
}

/** Keeps the row of an upload in progress fresh, which may take hours, so that it is not taken for a crashed one. */
function stayTouched(db: DatabaseHandle, key: string): NodeJS.Timeout {
  // A failure is ignored: the next heartbeat or the end of the upload detects a lost database.
  return setInterval(() => void touchLoose(db, key).catch(() => {}), touchEveryMs).unref();
}
