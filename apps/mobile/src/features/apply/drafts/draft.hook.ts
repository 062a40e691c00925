import type { ApplicationType } from '@sealflow/contract';
import { useCallback, useEffect, useState } from 'react';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useApplyTenant } from '../apply.queries.ts';
import type { ApplicationDraft, DraftDetails } from './draft.types.ts';
import { updateDraft, useApplicationDrafts } from './drafts.store.ts';
import { openDraft } from './drafts.usecases.ts';

export type ChangeDraft = (change: (draft: ApplicationDraft) => Partial<ApplicationDraft>) => void;
export type ChangeDetails = (change: Partial<DraftDetails>) => void;

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
  const [hasFailed, setHasFailed] = useState(false);
  const open = useCallback(() => {
    openDraft(context, { draftID, tid, type, email }).then(
      () => setHasFailed(false),
      () => setHasFailed(true),
    );
  }, [context, draftID, tid, type, email]);
  useEffect(open, [open]);
  const change = useCallback<ChangeDraft>(
    (apply) => {
      updateDraft(context, draftID, (before) => ({ ...before, ...apply(before) })).catch(() =>
        setHasFailed(true),
      );
    },
    [context, draftID],
  );
  const changeDetails = useCallback<ChangeDetails>(
    (details) => change((before) => ({ details: { ...before.details, ...details } })),
    [change],
  );
  return { draft, context, change, changeDetails, hasFailed, retry: open };
}
