import type { ApplicationType } from '@sealflow/contract';
import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { failureOf, useErrorText } from '../../../platform/api/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useApplyTenant } from '../apply.queries.ts';
import type { ApplicationDraft, DraftDetails } from '../draft.types.ts';
import { updateDraft, useApplicationDrafts } from '../drafts.store.ts';
import { openDraft } from './drafts.usecases.ts';

export type ChangeDraft = (change: (draft: ApplicationDraft) => Partial<ApplicationDraft>) => void;
export type ChangeDetails = (change: Partial<DraftDetails>) => void;

/** Returns a function for the text of a draft's read failure: it names the storage where no other cause is known. */
export function useReadErrorText(): (error: unknown) => string {
  const { apply } = useTexts();
  const errorText = useErrorText();
  return (error) =>
    failureOf(error).code === 'app.unknown_error' ? apply.draftUnreadable : errorText(error);
}

/** The draft with its setters; `draft` is undefined while it is read from the device. */
export function useApplicationDraft({
  type,
  draftID,
}: {
  readonly type: ApplicationType;
  readonly draftID: string;
}) {
  const context = useDocumentsContext();
  const { tid } = useApplyTenant();
  const { email } = useSignedIn().account;
  const draft = useApplicationDrafts((drafts) => drafts[draftID]);
  const [error, setError] = useState<unknown>(null);
  const open = useCallback(() => {
    openDraft(context, { draftID, tid, type, email }).then(() => setError(null), setError);
  }, [context, draftID, tid, type, email]);
  useEffect(open, [open]);
  const change = useCallback<ChangeDraft>(
    (apply) => {
      updateDraft(context, draftID, (before) => ({ ...before, ...apply(before) })).catch(setError);
    },
    [context, draftID],
  );
  const changeDetails = useCallback<ChangeDetails>(
    (details) => change((before) => ({ details: { ...before.details, ...details } })),
    [change],
  );
  return { draft, context, change, changeDetails, error, retry: open };
}
