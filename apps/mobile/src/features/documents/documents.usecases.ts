import { localDatabase } from '../../platform/database/local-database.adapter.ts';
import { type DocumentsContext, storedPath } from '../../platform/documents/document.types.ts';
import { deletingFiles } from '../../platform/documents/file-lock.adapter.ts';
import { recentFilesOf } from '../../platform/documents/recent-files.repository.ts';
import {
  type RecentSelection,
  type Removal,
  recentRemovalsOf,
} from '../../platform/documents/recent-removals.repository.ts';

/** Longer than anybody holds the offer to take a removal back: what is older was left by an app that ended. */
const graceTime = 600_000;

export async function recordsOfAccount({ platform, accountID }: DocumentsContext) {
  return recentFilesOf(await localDatabase(platform), accountID);
}

const removalsOfAccount = async ({ platform, accountID }: DocumentsContext) =>
  recentRemovalsOf(await localDatabase(platform), accountID);

/** Takes records out of the lists; until it is purged `restoreRemoved` brings them back. */
export async function removeDocuments(
  context: DocumentsContext,
  selection: RecentSelection,
): Promise<Removal> {
  return (await removalsOfAccount(context)).remove(selection, context.platform.clock.now());
}

export async function restoreRemoved(context: DocumentsContext, removalID: number): Promise<void> {
  await (await removalsOfAccount(context)).restore(removalID);
}

/**
 * Deletes for good what a removal took: records, and the copies of their files. By pieces, so that whoever reads a list
 * meanwhile need not wait for all of it; the files first, so that none is left behind where the app is killed.
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

/** Deletes what an earlier visit removed and had no time to delete; what another tab has just removed is not ours. */
export async function purgeStale(context: DocumentsContext): Promise<void> {
  const now = context.platform.clock.now();
  const stale = await (await removalsOfAccount(context)).stale({
    from: now - graceTime,
    until: now + graceTime,
  });
  for (const removalID of stale) await purgeRemoved(context, removalID);
}
