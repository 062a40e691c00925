import { useMemo } from 'react';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { recentFilesOf } from '../../platform/documents/recent-files.repository.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { usePreviewLayer } from '../../shell/navigation/preview-layer.hook.ts';
import type { PaletteSource } from '../../shell/palette/palette.types.ts';

/** Documents of each list that the palette considers. */
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
        const files = recentFilesOf(await localDatabase(platform), account.aid);
        const lists = await Promise.all(
          (['recent', 'download'] as const).map((list) => files.page({ list, text }, 0, maxDocuments)),
        );
        return lists.flat().map(({ fileID, fileWholeName, flowName }) => ({
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
