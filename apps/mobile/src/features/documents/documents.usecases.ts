import { localDatabase } from '../../platform/database/local-database.adapter.ts';
import { type DocumentsContext, storedPath } from '../../platform/documents/document.types.ts';
import { type RecentSelection, recentFilesOf } from '../../platform/documents/recent-files.repository.ts';

export async function recordsOfAccount({ platform, accountID }: DocumentsContext) {
  return recentFilesOf(await localDatabase(platform), accountID);
}

/** Deletes for good what was removed before: records, and the copies of their files. */
export async function purgeRemoved(context: DocumentsContext): Promise<void> {
  const gone = await (await recordsOfAccount(context)).purge();
  if (gone.length === 0) return;
  const files = await context.platform.files();
  for (const fileID of gone) await files.remove(storedPath(context.accountID, fileID));
}

/** Takes records out of the lists; until the next purge `restoreRemoved` brings them back. Answers how many. */
export async function removeDocuments(
  context: DocumentsContext,
  selection: RecentSelection,
): Promise<number> {
  await purgeRemoved(context);
  return (await recordsOfAccount(context)).remove(selection);
}

export async function restoreRemoved(context: DocumentsContext): Promise<void> {
  await (await recordsOfAccount(context)).restore();
}
