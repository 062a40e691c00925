import { useEffect } from 'react';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { useOutboxStore } from '../../../platform/outbox/index.ts';
import { contentFingerprint } from '../application.rules.ts';
import { checkDraft } from '../check-draft.rules.ts';
import { getDraft } from '../drafts.store.ts';
import { saveToService } from './send-draft.usecases.ts';

/** Whether the service would accept the draft as it is: it also rejects drafts with an invalid address. */
function canSave(context: DocumentsContext, draftID: string): boolean {
  const draft = getDraft(draftID);
  // The changes of a returned application stay on the device until they are submitted.
  if (draft === undefined || draft.revises !== undefined || draft.kept.content === contentFingerprint(draft))
    return false;
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
export function useSaveDraftOnLeave(context: DocumentsContext, draftID: string): void {
  useEffect(() => {
    const save = () => {
      if (canSave(context, draftID)) void saveToService(context, draftID).catch(() => undefined);
    };
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      save();
    };
  }, [context, draftID]);
}
