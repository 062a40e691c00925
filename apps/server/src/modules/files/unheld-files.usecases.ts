import { inTransaction } from '../../infra/database/index.ts';
import { dropObject, letGo, type ObjectsContext } from './loose-objects.usecases.ts';
import { deleteFiles, lockUnheld } from './unheld-files.repository.ts';

/** Somebody may come back to a draft that only their device has; its files are asked for again after that. */
const keptUnheld = 30 * 86_400_000;

/** Deletes what was stored and never applied with, or given back with a draft: nobody but its owner ever saw it. */
export async function forgetUnheldFiles(context: ObjectsContext, now: number): Promise<void> {
  let found: { key: string }[];
  do {
    found = await inTransaction(context.db, async (transaction) => {
      const files = await lockUnheld(transaction, new Date(now - keptUnheld));
      if (files.length === 0) return files;
      await deleteFiles(
        transaction,
        files.map(({ uri }) => uri),
      );
      for (const { key } of files) await letGo(transaction, key);
      return files;
    });
    for (const { key } of found) await dropObject(context, key);
  } while (found.length > 0);
}
