import { inTransaction } from '../../infra/database/index.ts';
import { deleteIfOrphaned, markOrphaned, type ObjectsContext } from './orphaned-objects.usecases.ts';
import { deleteFiles, lockUnreferencedFiles } from './unreferenced-files.repository.ts';

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
