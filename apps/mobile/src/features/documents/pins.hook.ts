import { useCallback, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { documentErrorOf } from '../../platform/documents/document.errors.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import {
  maxPinnedDocuments,
  pinnedDocumentsOf,
} from '../../platform/documents/pinned-documents.repository.ts';
import type { DocumentList } from '../../platform/documents/recent-files.repository.ts';
import type { RecentSelection } from '../../platform/documents/recent-removals.repository.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { useRefreshDocuments } from '../../shell/refresh-documents.hook.ts';

/** How long an unpinning can be undone. */
const undoWindowMs = 5000;

export type Pins = {
  readonly pin: (selection: RecentSelection) => void;
  readonly unpin: (selection: RecentSelection) => void;
};

/** Pins and unpins documents of a list. The message is also what a screen reader announces. */
export function usePins({ platform, accountID }: DocumentsContext, list: DocumentList): Pins {
  const { documents, common, preview } = useTexts();
  const refresh = useRefreshDocuments();
  const dismissSnackbar = useRef<() => void>(undefined);

  const run = useCallback(
    async (change: (pinned: ReturnType<typeof pinnedDocumentsOf>) => Promise<void>) => {
      // Only the latest change can be undone.
      dismissSnackbar.current?.();
      try {
        await change(pinnedDocumentsOf(await localDatabase(platform), accountID));
        await refresh();
      } catch (error) {
        showSnackbar({ color: 'error', text: preview.problems[documentErrorOf(error).code].title });
      }
    },
    [platform, accountID, refresh, preview],
  );

  const showTooMany = useCallback(
    () => showSnackbar({ color: 'error', text: documents.tooManyPinned(maxPinnedDocuments) }),
    [documents],
  );

  const pin = useCallback(
    (selection: RecentSelection) =>
      void run(async (pinned) => {
        const result = await pinned.pin({ list, selection, at: platform.clock.now() });
        if (result === null) showTooMany();
        else showSnackbar({ color: 'info', text: documents.didPin(result.count) });
      }),
    [run, list, platform, documents, showTooMany],
  );

  const unpin = useCallback(
    (selection: RecentSelection) =>
      void run(async (pinned) => {
        const pins = await pinned.unpin(list, selection);
        const undo = async (again: typeof pinned) => {
          if ((await again.restore(list, pins)) === null) showTooMany();
        };
        dismissSnackbar.current = showSnackbar({
          color: 'info',
          text: documents.didUnpin(pins.length),
          durationMs: undoWindowMs,
          action: { label: common.undo, onPress: () => void run(undo) },
        });
      }),
    [run, list, documents, common, showTooMany],
  );

  return { pin, unpin };
}
