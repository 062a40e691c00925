import { localDatabase } from '../../../platform/database/local-database.compose.ts';
import { type DocumentsContext, storedPath } from '../../../platform/documents/document.types.ts';
import { type RecentFile, recentFilesOf } from '../../../platform/documents/recent-files.repository.ts';
import type { PickedFile } from '../../../platform/index.ts';

/** Older documents are found by the search. */
const maxRecentFiles = 50;

/** The latest documents of both lists that are stored on this device. */
export async function findStoredFiles(
  { platform, accountID }: DocumentsContext,
  text: string,
): Promise<readonly RecentFile[]> {
  const records = recentFilesOf(await localDatabase(platform), accountID);
  const files = await platform.files();
  const [recent, downloaded] = await Promise.all([
    records.page({ list: 'recent', text }, 0, maxRecentFiles),
    records.page({ list: 'download', text }, 0, maxRecentFiles),
  ]);
  const all = [...recent, ...downloaded].toSorted((one, other) => other.createAt - one.createAt);
  const stored = await Promise.all(
    all.map(async (record) => (await files.stat(storedPath(accountID, record.fileID))) !== null),
  );
  return all.filter((_, index) => stored[index]);
}

/** Opens a stored document as if the user had just picked it, still sealed if it is sealed. */
export async function openStoredFile(
  { platform, accountID }: DocumentsContext,
  fileID: string,
): Promise<PickedFile> {
  const record = await recentFilesOf(await localDatabase(platform), accountID).find(fileID);
  const files = await platform.files();
  const path = storedPath(accountID, fileID);
  const stat = await files.stat(path);
  return {
    name: record?.fileWholeName ?? '',
    size: stat?.size ?? 0,
    modifiedAt: stat?.modifiedAt ?? 0,
    read: (offset, length) => files.readChunk(path, offset, length),
  };
}
