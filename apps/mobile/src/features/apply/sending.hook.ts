import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { refreshBadges } from '../../app/shell/badges.store.ts';
import { confirm } from '../../app/shell/confirm.store.ts';
import { useOnline } from '../../app/shell/online.hook.ts';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import {
  dismissRefusal,
  submitDecisions,
  useOutboxStore,
  withdrawDecision,
} from '../../platform/outbox/index.ts';
import { RefusedError } from '../../platform/outbox/refused.errors.ts';
import { useRefreshDrafts } from './apply.queries.ts';
import type { Sent } from './arrival.hook.ts';
import { hideDraft, readDraft, shownDraft } from './drafts.store.ts';
import { useSentApplications } from './sent-application.usecases.ts';

type SendingOptions = {
  readonly draftID: string;
  readonly onSent: (sent: Sent) => void;
};

/** Submits a draft through the outbox: now, or when the device is online again, even if this page closes. */
export function useSending(context: DocumentsContext, { draftID, onSent }: SendingOptions) {
  const online = useOnline();
  const entry = useEntryOf(draftID);
  const refusal = entry?.refusal ?? null;
  const refused = useMemo(() => (refusal === null ? null : new RefusedError(refusal)), [refusal]);
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
  const busy = useRef(false);
  const submit = () => {
    // A second press can arrive before the disabled state is rendered.
    if (busy.current) return;
    busy.current = true;
    mutate(undefined, {
      onSettled: () => {
        busy.current = false;
      },
    });
  };
  useArrivalOf(context, { draftID, onSent });
  const withdraw = useWithdrawal(context, draftID);
  return {
    isPending,
    error: error ?? refused,
    waiting: entry?.state === 'waiting' && !isPending,
    online,
    submit,
    withdraw,
    clear: () => {
      reset();
      if (entry?.state === 'refused') void dismissRefusal(entry.seq);
    },
  };
}

export type Sending = ReturnType<typeof useSending>;

const useEntryOf = (draftID: string) =>
  useOutboxStore(({ entries }) =>
    entries.find(({ action, subject }) => action === 'submit' && subject === draftID),
  );

/** Calls `onSent` once the application was submitted, by this tab or by another. */
function useArrivalOf(context: DocumentsContext, { draftID, onSent }: SendingOptions): void {
  const { apply } = useTexts();
  const refresh = useRefreshDrafts();
  const sent = useSentApplications((all) => all[draftID]);
  const isWaiting = useEntryOf(draftID)?.state === 'waiting';
  const wasWaiting = useRef(false);
  const latest = useRef<((sent: Sent) => unknown) | null>(null);
  useEffect(() => {
    latest.current = (went) => {
      refreshBadges();
      showSnackbar({ color: 'success', text: apply.submitted });
      onSent(went);
      return refresh();
    };
  });
  useEffect(() => {
    const isOver = wasWaiting.current && !isWaiting;
    wasWaiting.current = isWaiting;
    if (sent !== undefined) latest.current?.({ flowID: sent });
    else if (isOver && shownDraft(draftID) !== undefined) {
      // The outbox entry is gone: a missing draft means submitted, an existing one means withdrawn.
      const look = async () => {
        if ((await readDraft(context, draftID)) !== null) return;
        hideDraft(draftID);
        latest.current?.({ flowID: null });
      };
      void look().catch(() => undefined);
    }
  }, [context, draftID, sent, isWaiting]);
}

/**
 * Withdraws an application from the outbox, after a confirmation if it may have been sent. @returns whether the
 * draft can be edited again.
 */
function useWithdrawal(context: DocumentsContext, draftID: string): () => Promise<boolean> {
  const { work } = useTexts();
  const entry = useEntryOf(draftID);
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
