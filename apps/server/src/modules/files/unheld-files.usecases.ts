import { inTransaction } from '../../infra/database/index.ts';
import { dropObject, letGo, type ObjectsContext } from './loose-objects.usecases.ts';
import { deleteFiles, lockUnheld } from './unheld-files.repository.ts';

/** A person may resume a draft that exists only on their device; after this time its files must be uploaded again. */
const keptUnheld = 30 * 86_400_000;

/**
 * Deletes files that were never used in an application, or were released with a draft. Only their owners ever saw
 * them.
 */
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
