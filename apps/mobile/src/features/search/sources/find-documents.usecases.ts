import { localDatabase } from '../../../platform/database/local-database.compose.ts';
import {
  type DocumentList,
  type RecentFile,
  recentFilesOf,
} from '../../../platform/documents/recent-files.repository.ts';
import type { DocumentResult, Source } from '../search.types.ts';

const lists: readonly DocumentList[] = ['recent', 'download'];

const byTime = (one: RecentFile, other: RecentFile) => other.createAt - one.createAt;

/** Documents of this device by their name and the title of their application, the last opened first. */
export const findDocuments: Source = async ({ documents: { platform, accountID } }, request) => {
  const { keyword, skip, limit, signal } = request;
  const records = recentFilesOf(await localDatabase(platform), accountID);
  const found: RecentFile[] = [];
  let total = 0;
  for (const list of lists) {
    signal.throwIfAborted();
    const filter = { list, text: keyword };
    total += await records.count(filter);
    found.push(...(await records.page(filter, 0, skip + limit)));
  }
  const results = found
    .toSorted(byTime)
    .slice(skip, skip + limit)
    .map((record): DocumentResult => ({ type: 'documents', record }));
  // Documents are nowhere else.
  return { total, results, isStored: false };
};
