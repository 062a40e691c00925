import { useCallback, useEffect, useState } from 'react';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { dismissRefusal, useOutboxStore } from '../../platform/outbox/index.ts';
import { useApplyTenant, useRefreshDrafts } from './apply.queries.ts';
import { discardFlow, purgeDrafts, removeDraft, restoreDraft } from './drafts.usecases.ts';

/** How long a deletion can be undone. */
const undoTime = 5_000;

/** Drafts whose undo is still offered. Module state, because the offer outlives the component. */
const offered = new Set<string>();

/** Deletes drafts immediately with an undo; the data is purged once the undo expires. */
export function useDraftRemoval(context: DocumentsContext) {
  const { apply, common } = useTexts();
  const { tid } = useApplyTenant();
  const refresh = useRefreshDrafts();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());

  // Purges drafts whose deletion could not be completed in an earlier visit.
  useEffect(() => {
    void purgeDrafts(context, tid, (draftID) => !offered.has(draftID)).catch(() => undefined);
  }, [context, tid]);

  const offerUndo = useCallback(
    (finish: () => Promise<void>, undo: () => Promise<void>) => {
      const end = setTimeout(() => void finish().then(refresh, () => undefined), undoTime);
      showSnackbar({
        color: 'info',
        text: apply.draftDeleted,
        durationMs: undoTime,
        action: {
          label: common.undo,
          onPress: () => {
            clearTimeout(end);
            void undo().then(refresh);
          },
        },
      });
    },
    [apply, common, refresh],
  );

  const removeLocal = useCallback(
    async (draftID: string) => {
      try {
        await removeDraft(context, draftID);
      } catch {
        showSnackbar({ color: 'error', text: apply.deleteFailed });
        return;
      }
      const { entries } = useOutboxStore.getState();
      const refused = entries.find(({ subject, state }) => subject === draftID && state === 'refused');
      if (refused !== undefined) await dismissRefusal(refused.seq);
      await refresh();
      offered.add(draftID);
      offerUndo(
        async () => {
          offered.delete(draftID);
          await purgeDrafts(context, tid, (one) => one === draftID);
        },
        async () => {
          offered.delete(draftID);
          await restoreDraft(context, draftID);
        },
      );
    },
    [apply, context, offerUndo, refresh, tid],
  );

  const removeElsewhere = useCallback(
    async (flowID: string) => {
      const show = (visible: boolean) =>
        setHidden((before) => {
          const after = new Set(before);
          if (visible) after.delete(flowID);
          else after.add(flowID);
          return after;
        });
      show(false);
      offerUndo(
        async () => {
          try {
            await discardFlow(context, tid, flowID);
          } catch {
            show(true);
            showSnackbar({ color: 'error', text: apply.deleteFailed });
          }
        },
        async () => show(true),
      );
    },
    [apply, context, offerUndo, tid],
  );

  return { removeLocal, removeElsewhere, hidden };
}
