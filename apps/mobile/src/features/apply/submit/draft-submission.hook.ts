import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import {
  dismissRefusal,
  submitDecisions,
  useOutboxStore,
  withdrawDecision,
} from '../../../platform/outbox/index.ts';
import { RefusedError } from '../../../platform/outbox/refused.errors.ts';
import { refreshBadges } from '../../../shell/badges/badges.store.ts';
import { confirm } from '../../../shell/dialogs/confirm.store.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useOnline } from '../../../shell/online.hook.ts';
import { useRefreshDrafts } from '../apply.queries.ts';
import { evictDraft, getDraft, readDraft } from '../drafts.store.ts';
import type { SentApplication } from './navigate-to-sent.hook.ts';
import { useSentApplications } from './sent-application.usecases.ts';

type SubmissionOptions = {
  readonly draftID: string;
  readonly onSent: (sent: SentApplication) => void;
};

/** Submits a draft through the outbox: now, or when the device is online again, even if this page closes. */
export function useDraftSubmission(context: DocumentsContext, { draftID, onSent }: SubmissionOptions) {
  const isOnline = useOnline();
  const entry = useSubmissionEntry(draftID);
  const refusal = entry?.refusal ?? null;
  const rejection = useMemo(() => (refusal === null ? null : new RefusedError(refusal)), [refusal]);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const draft = await readDraft(context, draftID);
      if (draft === null) return;
      const { tid, title } = draft;
      const [outcome] = await submitDecisions(context.accountID, [
        {
          tid,
          action: 'submit',
          flowID: '',
          subject: draftID,
          title: title.trim(),
          remark: '',
          people: [],
          seen: null,
        },
      ]);
      if (outcome?.state !== 'refused') return;
      // This page shows the rejection. If the page is closed before this call, the outbox shows it.
      await dismissRefusal(outcome.seq);
      throw new RefusedError(outcome.refusal);
    },
  });
  const isSubmitting = useRef(false);
  const submit = () => {
    // A second press can arrive before the disabled state is rendered.
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    mutate(undefined, {
      onSettled: () => {
        isSubmitting.current = false;
      },
    });
  };
  useOnSubmitted(context, { draftID, onSent });
  const withdraw = useWithdrawal(context, draftID);
  return {
    isPending,
    error: error ?? rejection,
    isQueued: entry?.state === 'waiting' && !isPending,
    isOnline,
    submit,
    withdraw,
    clear: () => {
      reset();
      if (entry?.state === 'refused') void dismissRefusal(entry.seq);
    },
  };
}

export type DraftSubmission = ReturnType<typeof useDraftSubmission>;

const useSubmissionEntry = (draftID: string) =>
  useOutboxStore(({ entries }) =>
    entries.find(({ action, subject }) => action === 'submit' && subject === draftID),
  );

/** Calls `onSent` once the application was submitted, by this tab or by another. */
function useOnSubmitted(context: DocumentsContext, { draftID, onSent }: SubmissionOptions): void {
  const { apply } = useTexts();
  const refresh = useRefreshDrafts();
  const sent = useSentApplications((all) => all[draftID]);
  const isQueued = useSubmissionEntry(draftID)?.state === 'waiting';
  const wasQueued = useRef(false);
  const latest = useRef<((sent: SentApplication) => unknown) | null>(null);
  useEffect(() => {
    latest.current = (application) => {
      refreshBadges();
      showSnackbar({ color: 'success', text: apply.submitted });
      onSent(application);
      return refresh();
    };
  });
  useEffect(() => {
    const hasLeftOutbox = wasQueued.current && !isQueued;
    wasQueued.current = isQueued;
    if (sent !== undefined) latest.current?.({ flowID: sent });
    else if (hasLeftOutbox && getDraft(draftID) !== undefined) {
      // The outbox entry is gone: a missing draft means submitted, an existing one means withdrawn.
      const checkDraftGone = async () => {
        if ((await readDraft(context, draftID)) !== null) return;
        evictDraft(draftID);
        latest.current?.({ flowID: null });
      };
      void checkDraftGone().catch(() => undefined);
    }
  }, [context, draftID, sent, isQueued]);
}

/**
 * Withdraws an application from the outbox, after a confirmation if it may have been sent. @returns whether the
 * draft can be edited again.
 */
function useWithdrawal(context: DocumentsContext, draftID: string): () => Promise<boolean> {
  const { work } = useTexts();
  const entry = useSubmissionEntry(draftID);
  return async () => {
    if (entry === undefined) return true;
    const { stopTitle: title, stopText: text, stop: confirmLabel } = work.outbox;
    if (entry.tried && !(await confirm({ title, text, confirmLabel, danger: true }))) return false;
    const done = await withdrawDecision(entry.seq, entry.tried);
    // Another tab may have uploaded its files meanwhile.
    if (done) await readDraft(context, draftID);
    else showSnackbar({ color: 'info', text: work.outbox.tooLate });
    return done;
  };
}
