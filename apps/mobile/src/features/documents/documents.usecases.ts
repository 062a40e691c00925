import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { type DocumentsContext, storedPath } from '../../platform/documents/document.types.ts';
import { withFilesDeleteLock } from '../../platform/documents/file-lock.util.ts';
import { pinnedDocumentsOf } from '../../platform/documents/pinned-documents.repository.ts';
import {
  type RecentFile,
  type RecentFilter,
  recentFilesOf,
} from '../../platform/documents/recent-files.repository.ts';
import {
  type RecentSelection,
  type Removal,
  recentRemovalsOf,
} from '../../platform/documents/recent-removals.repository.ts';
import { nextTask } from '../../platform/timing.util.ts';
import type { Selection } from './selection.rules.ts';

/** Longer than any undo offer lasts: an older removal is left over from an app that ended. */
const staleRemovalAfterMs = 600_000;

export async function openDocumentRecords({ platform, accountID }: DocumentsContext) {
  return recentFilesOf(await localDatabase(platform), accountID);
}

export type DocumentOverview = {
  readonly pinned: readonly RecentFile[];
  /** With the pinned ones. */
  readonly total: number;
};

/** The pinned documents of a list, and the number of all. */
export async function readOverview(
  { platform, accountID }: DocumentsContext,
  filter: RecentFilter,
): Promise<DocumentOverview> {
  const sql = await localDatabase(platform);
  const [pinned, total] = await Promise.all([
    pinnedDocumentsOf(sql, accountID).list(filter),
    // In a task of its own: the first statements of a start compile the code that builds statements.
    nextTask().then(() => recentFilesOf(sql, accountID).count(filter)),
  ]);
  return { pinned, total };
}

const openRemovals = async ({ platform, accountID }: DocumentsContext) =>
  recentRemovalsOf(await localDatabase(platform), accountID);

/** The ids of a few selected documents: in the order of selection, or of the list if all but some are selected. */
export async function selectedIDs(
  context: DocumentsContext,
  selection: Selection,
  filter: RecentFilter,
): Promise<readonly string[]> {
  if (selection === null) return [];
  const { kind, ids } = selection;
  if (kind === 'some') return [...ids];
  const few = 2;
  const listed = await (await openDocumentRecords(context)).listIds(filter, 0, ids.size + few);
  return listed.filter((id) => !ids.has(id));
}

/** Moves records to the trash. `restoreRemoval` undoes it, `purgeRemoval` completes it. */
export async function removeDocuments(
  context: DocumentsContext,
  selection: RecentSelection,
): Promise<Removal> {
  return (await openRemovals(context)).remove(selection, context.platform.clock.now());
}

/** Undoes `removeDocuments`. */
export async function restoreRemoval(context: DocumentsContext, removalID: number): Promise<void> {
  await (await openRemovals(context)).restore(removalID);
}

/**
 * Deletes the records of a removal and the copies of their files. In batches, so that concurrent readers of the
 * list wait for one batch only; files before records, so that none is orphaned if the app is killed.
 */
export async function purgeRemoval(context: DocumentsContext, removalID: number): Promise<void> {
  const removals = await openRemovals(context);
  const files = await context.platform.files();
  const purgeBatch = () =>
    withFilesDeleteLock(context.accountID, async () => {
      const fileIDs = await removals.some(removalID);
      await Promise.all(fileIDs.map((fileID) => files.remove(storedPath(context.accountID, fileID))));
      await removals.delete(removalID, fileIDs);
      return fileIDs.length;
    });
  while ((await purgeBatch()) > 0);
  await removals.deleteRemoval(removalID);
}

/**
 * Purges the removals that an earlier visit could not complete, but not those of another tab whose undo is
 * still offered.
 */
export async function purgeStaleRemovals(context: DocumentsContext): Promise<void> {
  const now = context.platform.clock.now();
  const stale = await (await openRemovals(context)).listExpired({
    from: now - staleRemovalAfterMs,
    until: now + staleRemovalAfterMs,
  });
  for (const removalID of stale) await purgeRemoval(context, removalID);
}
