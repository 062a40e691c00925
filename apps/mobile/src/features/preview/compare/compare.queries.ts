import { useQuery } from '@tanstack/react-query';
import { localDatabase } from '../../../platform/database/local-database.compose.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { type RecentFile, recentFilesOf } from '../../../platform/documents/recent-files.repository.ts';
import { documentsQueryKey } from '../../../shell/refresh-documents.hook.ts';

/** More are found by their name. */
const maxFiles = 30;

type Wanted = { readonly text: string; readonly without: string };

/** The documents of the device that can be chosen for a comparison, the last opened first. */
async function listFiles(
  { platform, accountID }: DocumentsContext,
  { text, without }: Wanted,
): Promise<readonly RecentFile[]> {
  const records = recentFilesOf(await localDatabase(platform), accountID);
  const lists = (['recent', 'download'] as const).map((list) =>
    records.page({ list, text }, 0, maxFiles + 1),
  );
  return (await Promise.all(lists))
    .flat()
    .filter(({ fileID }) => fileID !== without)
    .toSorted((one, other) => other.createAt - one.createAt)
    .slice(0, maxFiles);
}

export const useComparableFiles = (context: DocumentsContext, wanted: Wanted) =>
  useQuery({
    queryKey: [...documentsQueryKey, 'comparable', wanted],
    queryFn: () => listFiles(context, wanted),
    placeholderData: (before) => before,
  });

/** The name in the record of a document, which is known also while the document cannot be opened; empty without one. */
export const useFileName = (context: DocumentsContext, fileID: string): string => {
  const { data } = useQuery({
    queryKey: [...documentsQueryKey, 'name', fileID],
    queryFn: async () => {
      const records = recentFilesOf(await localDatabase(context.platform), context.accountID);
      return (await records.find(fileID))?.fileWholeName ?? '';
    },
  });
  return data ?? '';
};
