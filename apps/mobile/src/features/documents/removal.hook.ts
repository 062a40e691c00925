import { useCallback, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { documentErrorOf } from '../../platform/documents/document.errors.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { RecentSelection } from '../../platform/documents/recent-removals.repository.ts';
import { whenIdle } from '../../shell/idle.util.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { useRefreshDocuments } from '../../shell/refresh-documents.hook.ts';
import { purgeRemoval, purgeStaleRemovals, removeDocuments, restoreRemoval } from './documents.usecases.ts';

/** How long a removal can be undone. */
const undoWindowMs = 5000;

/** Removes records immediately with an undo; the files are purged once the undo expires. */
export function useRemoval(context: DocumentsContext) {
  const { documents, common, preview } = useTexts();
  const refresh = useRefreshDocuments();

  const dismissSnackbar = useRef<() => void>(undefined);

  // Removals that an earlier visit could not complete. The list itself comes first.
  useEffect(() => {
    let isShown = true;
    void whenIdle()
      .then(() => (isShown ? purgeStaleRemovals(context) : undefined))
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [context]);

  return useCallback(
    async (selection: RecentSelection) => {
      // Only the latest removal can be undone: it replaces the former snackbar, which purges the former
      // removal.
      dismissSnackbar.current?.();
      const showError = (error: unknown) =>
        showSnackbar({ color: 'error', text: preview.problems[documentErrorOf(error).code].title });
      try {
        const { removalID, count } = await removeDocuments(context, selection);
        await refresh();
        dismissSnackbar.current = showSnackbar({
          color: 'info',
          text: documents.removed(count),
          durationMs: undoWindowMs,
          action: {
            label: common.undo,
            onPress: () => void restoreRemoval(context, removalID).then(refresh, showError),
          },
          onDismissed: () => void purgeRemoval(context, removalID).catch(() => undefined),
        });
      } catch (error) {
        showError(error);
      }
    },
    [context, refresh, documents, common, preview],
  );
}
