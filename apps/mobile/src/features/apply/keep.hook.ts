import { useEffect } from 'react';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { useOutboxStore } from '../../platform/outbox/index.ts';
import { contentName } from './application.rules.ts';
import { checkDraft } from './check-draft.rules.ts';
import { shownDraft } from './drafts.store.ts';
import { keepAtService } from './send-draft.usecases.ts';

/** Whether the service would take it as it is: it refuses drafts with a wrong address as well. */
function canBeKept(context: DocumentsContext, draftID: string): boolean {
  const draft = shownDraft(draftID);
  if (draft === undefined || draft.kept.content === contentName(draft)) return false;
  // What was sent off is the outbox's.
  const { entries } = useOutboxStore.getState();
  if (entries.some(({ subject, state }) => subject === draftID && state === 'waiting')) return false;
  const { files: _files, ...faults } = checkDraft(draft, context.platform.clock.now());
  return Object.keys(faults).length === 0 && context.platform.network.isOnline();
}

/**
 * Leaves a draft at the service as well when one leaves the form, so that the account's other devices have it. The one on
 * this device is what counts: where the service cannot be reached, nothing is lost and nothing is said.
 */
export function useKeepOnLeaving(context: DocumentsContext, draftID: string): void {
  useEffect(() => {
    const keep = () => {
      if (canBeKept(context, draftID)) void keepAtService(context, draftID).catch(() => undefined);
    };
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      keep();
    };
  }, [context, draftID]);
}
