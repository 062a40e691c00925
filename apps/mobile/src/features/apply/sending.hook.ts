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

/** Sends a draft off: it is written down as sent, and goes out now or with the line, whatever becomes of this page. */
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
      // It is told here, and need not be told again; a page killed before this line tells it later.
      await dismissRefusal(outcome.seq);
      throw new RefusedError(outcome.refusal);
    },
  });
  const busy = useRef(false);
  const submit = () => {
    // A second press can come before the first one is drawn.
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

/** Leads on once it went out, from this tab or from another. */
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
      // Gone with the entry: sent, and not taken back.
      const look = async () => {
        if ((await readDraft(context, draftID)) !== null) return;
        hideDraft(draftID);
        latest.current?.({ flowID: null });
      };
      void look().catch(() => undefined);
    }
  }, [context, draftID, sent, isWaiting]);
}

/** Takes back an application that has not gone out; asks where it may have. @returns whether it can be changed again. */
function useWithdrawal(context: DocumentsContext, draftID: string): () => Promise<boolean> {
  const { work } = useTexts();
  const entry = useEntryOf(draftID);
  return async () => {
    if (entry === undefined) return true;
    const { stopTitle: title, stopText: text, stop: confirmLabel } = work.outbox;
    if (entry.tried && !(await confirm({ title, text, confirmLabel, danger: true }))) return false;
    const done = await withdrawDecision(entry.seq, entry.tried);
    // Another tab may have sent its files meanwhile.
    if (done) await readDraft(context, draftID);
    else showSnackbar({ color: 'info', text: work.outbox.tooLate });
    return done;
  };
}
