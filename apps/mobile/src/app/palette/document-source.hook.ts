import { useMemo } from 'react';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { pinnedDocumentsOf } from '../../platform/documents/pinned-documents.repository.ts';
import { type DocumentList, recentFilesOf } from '../../platform/documents/recent-files.repository.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { usePreviewLayer } from '../../shell/navigation/preview-layer.hook.ts';
import type { PaletteSource } from '../../shell/palette/palette.types.ts';

const lists: readonly DocumentList[] = ['recent', 'download'];

/** Documents of each list that the palette considers, besides the pinned ones. */
const maxDocuments = 8;

/** The documents opened or downloaded on this device; the database finds them by any part of the name. */
export function useDocumentSource(): PaletteSource {
  const platform = usePlatform();
  const { account } = useSignedIn();
  const { openAt } = usePreviewLayer();
  return useMemo(
    () => ({
      name: 'documents',
      async find(text) {
        if (text === '') return [];
        const sql = await localDatabase(platform);
        const files = recentFilesOf(sql, account.aid);
        const pinned = pinnedDocumentsOf(sql, account.aid);
        // The order decides between equal matches, so all pinned documents come first.
        const found = await Promise.all([
          ...lists.map((list) => pinned.list({ list, text })),
          ...lists.map((list) => files.page({ list, text, withoutPinned: true }, 0, maxDocuments)),
        ]);
        return found.flat().map(({ fileID, fileWholeName, flowName }) => ({
          id: `document:${fileID}`,
          kind: 'document' as const,
          title: fileWholeName,
          detail: flowName ?? undefined,
          run: () => openAt(paths.document, fileID),
        }));
      },
    }),
    [platform, account.aid, openAt],
  );
}
