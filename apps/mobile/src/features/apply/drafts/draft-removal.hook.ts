import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { dismissRefusal, useOutboxStore } from '../../../platform/outbox/index.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useApplyTenant, useRefreshDrafts } from '../apply.queries.ts';
import { deleteServiceDraft, purgeDrafts, removeDraft, restoreDraft } from './drafts.usecases.ts';

/** How long a deletion can be undone. */
const undoWindowMs = 5_000;

/** Drafts whose undo is still offered. Module state, because the offer outlives the component. */
const undoableDraftIDs = new Set<string>();

/** Deletes drafts immediately with an undo; the data is purged once the undo expires. */
export function useDraftRemoval(context: DocumentsContext) {
  const { apply, common } = useTexts();
  const { tid } = useApplyTenant();
  const refresh = useRefreshDrafts();
  const [hiddenFlowIDs, setHiddenFlowIDs] = useState<ReadonlySet<string>>(new Set());

  // Purges drafts whose deletion could not be completed in an earlier visit.
  useEffect(() => {
    void purgeDrafts(context, tid, (draftID) => !undoableDraftIDs.has(draftID)).catch(() => undefined);
  }, [context, tid]);

  const offerUndo = useCallback(
    (finish: () => Promise<void>, undo: () => Promise<void>) => {
      const purgeTimer = setTimeout(() => void finish().then(refresh, () => undefined), undoWindowMs);
      showSnackbar({
        color: 'info',
        text: apply.draftDeleted,
        durationMs: undoWindowMs,
        action: {
          label: common.undo,
          onPress: () => {
            clearTimeout(purgeTimer);
            void undo().then(refresh);
          },
        },
      });
    },
    [apply, common, refresh],
  );

  const removeLocalDraft = useCallback(
    async (draftID: string) => {
      try {
        await removeDraft(context, draftID);
      } catch {
        showSnackbar({ color: 'error', text: apply.deleteFailed });
        return;
      }
      const { entries } = useOutboxStore.getState();
      const rejectedEntry = entries.find(({ subject, state }) => subject === draftID && state === 'refused');
      if (rejectedEntry !== undefined) await dismissRefusal(rejectedEntry.seq);
      await refresh();
      undoableDraftIDs.add(draftID);
      offerUndo(
        async () => {
          undoableDraftIDs.delete(draftID);
          await purgeDrafts(context, tid, (one) => one === draftID);
        },
        async () => {
          undoableDraftIDs.delete(draftID);
          await restoreDraft(context, draftID);
        },
      );
    },
    [apply, context, offerUndo, refresh, tid],
  );

  const removeServiceDraft = useCallback(
    async (flowID: string) => {
      const setVisible = (visible: boolean) =>
        setHiddenFlowIDs((before) => {
          const after = new Set(before);
          if (visible) after.delete(flowID);
          else after.add(flowID);
          return after;
        });
      setVisible(false);
      offerUndo(
        async () => {
          try {
            await deleteServiceDraft(context, tid, flowID);
          } catch {
            setVisible(true);
            showSnackbar({ color: 'error', text: apply.deleteFailed });
          }
        },
        async () => setVisible(true),
      );
    },
    [apply, context, offerUndo, tid],
  );

  return { removeLocalDraft, removeServiceDraft, hiddenFlowIDs };
}
