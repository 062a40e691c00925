import { localDatabase } from '../../../platform/database/local-database.compose.ts';
import { deleteExpiredLicences } from '../../../platform/documents/licence.usecases.ts';
import {
  type DocumentList,
  type RecentFile,
  recentFilesOf,
} from '../../../platform/documents/recent-files.repository.ts';
import { findDocumentTexts } from '../../../platform/search/document-text.usecases.ts';
import type { DocumentResult, Source } from '../search.types.ts';

const lists: readonly DocumentList[] = ['recent', 'download'];

const byTime = (one: RecentFile, other: RecentFile) => other.createAt - one.createAt;

/**
 * Documents of this device by their name and the title of their application, then by their text; the last opened first.
 */
export const findDocuments: Source = async ({ documents }, { keyword, skip, limit, signal }) => {
  const records = recentFilesOf(await localDatabase(documents.platform), documents.accountID);
  const named: RecentFile[] = [];
  let namedTotal = 0;
  for (const list of lists) {
    signal.throwIfAborted();
    const filter = { list, text: keyword };
    namedTotal += await records.count(filter);
    named.push(...(await records.page(filter, 0, skip + limit)));
  }
  // A document whose lease has ended is not found any more, even if it has not been opened since.
  await deleteExpiredLicences(documents, await documents.platform.clock.monotonicNow());
  const files = { fileIDs: await findDocumentTexts(documents, keyword), without: keyword };
  const others = files.fileIDs.length === 0 ? 0 : await records.countOthers(files);
  const page = named.toSorted(byTime).slice(skip, skip + limit);
  const withText =
    others === 0 || page.length === limit
      ? []
      : await records.pageOthers(files, Math.max(0, skip - namedTotal), limit - page.length);
  const results = [...page.map(resultOf(false)), ...withText.map(resultOf(true))];
  // Documents are nowhere else.
  return { total: namedTotal + others, results, isStored: false };
};

const resultOf =
  (isInText: boolean) =>
  (record: RecentFile): DocumentResult => ({ type: 'documents', record, isInText });
