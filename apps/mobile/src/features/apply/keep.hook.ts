import { useEffect } from 'react';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { useOutboxStore } from '../../platform/outbox/index.ts';
import { contentName } from './application.rules.ts';
import { checkDraft } from './check-draft.rules.ts';
import { shownDraft } from './drafts.store.ts';
import { keepAtService } from './send-draft.usecases.ts';

/** Whether the service would accept the draft as it is: it also rejects drafts with an invalid address. */
function canBeKept(context: DocumentsContext, draftID: string): boolean {
  const draft = shownDraft(draftID);
  if (draft === undefined || draft.kept.content === contentName(draft)) return false;
  // A submitted draft belongs to the outbox.
  const { entries } = useOutboxStore.getState();
  if (entries.some(({ subject, state }) => subject === draftID && state === 'waiting')) return false;
  const { files: _files, ...faults } = checkDraft(draft, context.platform.clock.now());
  return Object.keys(faults).length === 0 && context.platform.network.isOnline();
}

/**
 * Saves the draft at the service when the user leaves the form, so that the account's other devices have it.
 * The local draft is authoritative, so errors are ignored.
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
