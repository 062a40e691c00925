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
 * Puts an object, looks at it, and names it in the database: all of it or nothing, also where the process dies between.
 * `check` runs outside any transaction, since it may take its time; `name` inserts the row that stands for the object.
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
      if (!(await deleteLoose(transaction, key))) throw new Error('the object was given up meanwhile');
      return steps.name(transaction, checked);
    });
  } catch (error) {
    await dropObject({ db, objects }, key);
    throw error;
  } finally {
    clearInterval(alive);
  }
}

/** Marks an object as one that nothing names any more, in the transaction that takes its name away. */
export function letGo(transaction: DatabaseTransaction, key: string): Promise<void> {
  return insertLoose(transaction, key);
}

/** Deletes an object that was let go; where that fails, `forgetLooseObjects` does it later. */
export async function dropObject({ db, objects }: ObjectsContext, key: string): Promise<void> {
  try {
    // One that has a name after all, since only the answer to its commit was lost, stays.
    if (!(await giveUpLoose(db, key))) return;
    await objects.delete(key);
    await forgetLoose(db, key);
  } catch {
    // Whatever made it fail is not the caller's matter: for the caller the object is gone.
  }
}

/** Deletes the objects that crashes left behind. */
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

/** An upload may take hours; while it goes on, nobody takes it for a crash. */
function stayTouched(db: DatabaseHandle, key: string): NodeJS.Timeout {
  // A failure says nothing: the next one tells whether the database is there, and so does the end of the upload.
  return setInterval(() => void touchLoose(db, key).catch(() => {}), touchEveryMs).unref();
}
