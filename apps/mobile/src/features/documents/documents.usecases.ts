import { localDatabase } from '../../platform/database/local-database.adapter.ts';
import { type DocumentsContext, storedPath } from '../../platform/documents/document.types.ts';
import { deletingFiles } from '../../platform/documents/file-lock.adapter.ts';
import { recentFilesOf } from '../../platform/documents/recent-files.repository.ts';
import {
  type RecentSelection,
  type Removal,
  recentRemovalsOf,
} from '../../platform/documents/recent-removals.repository.ts';

/** Longer than any undo offer lasts: an older removal is left over from an app that ended. */
const graceTime = 600_000;

export async function recordsOfAccount({ platform, accountID }: DocumentsContext) {
  return recentFilesOf(await localDatabase(platform), accountID);
}

const removalsOfAccount = async ({ platform, accountID }: DocumentsContext) =>
  recentRemovalsOf(await localDatabase(platform), accountID);

/** Moves records to the trash. `restoreRemoval` undoes it, `purgeRemoval` completes it. */
export async function removeDocuments(
  context: DocumentsContext,
  selection: RecentSelection,
): Promise<Removal> {
  return (await removalsOfAccount(context)).remove(selection, context.platform.clock.now());
}

/** Undoes `removeDocuments`. */
export async function restoreRemoved(context: DocumentsContext, removalID: number): Promise<void> {
  await (await removalsOfAccount(context)).restore(removalID);
}

/**
 * Deletes the records of a removal and the copies of their files. In batches, so that concurrent readers of the
 * list wait for one batch only; files before records, so that none is orphaned if the app is killed.
 */
export async function purgeRemoved(context: DocumentsContext, removalID: number): Promise<void> {
  const removals = await removalsOfAccount(context);
  const files = await context.platform.files();
  const piece = () =>
    deletingFiles(context.accountID, async () => {
      const gone = await removals.some(removalID);
      await Promise.all(gone.map((fileID) => files.remove(storedPath(context.accountID, fileID))));
      await removals.erase(removalID, gone);
      return gone.length;
    });
  while ((await piece()) > 0);
  await removals.end(removalID);
}

/**
 * Purges the removals that an earlier visit could not complete, but not those of another tab whose undo is
 * still offered.
 */
export async function purgeStale(context: DocumentsContext): Promise<void> {
  const now = context.platform.clock.now();
  const stale = await (await removalsOfAccount(context)).stale({
    from: now - graceTime,
    until: now + graceTime,
  });
  for (const removalID of stale) await purgeRemoved(context, removalID);
}
