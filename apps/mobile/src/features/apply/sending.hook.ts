import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refreshBadges } from '../../app/shell/badges.store.ts';
import { useOnline } from '../../app/shell/online.hook.ts';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { useRefreshDrafts } from './apply.queries.ts';
import { sendDraft } from './send-draft.usecases.ts';

type SendingOptions = { readonly draftID: string; readonly onSent: (flowID: string) => void };

/** Sends a draft: at once, or as soon as there is a network while one waits for it. */
export function useSending(context: DocumentsContext, { draftID, onSent }: SendingOptions) {
  const { apply } = useTexts();
  const online = useOnline();
  const refresh = useRefreshDrafts();
  const [waiting, setWaiting] = useState(false);
  const busy = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => sendDraft(context, draftID),
    onSuccess: (flowID) => {
      refreshBadges();
      showSnackbar({ color: 'success', text: apply.submitted });
      onSent(flowID);
      return refresh();
    },
  });
  const send = () => {
    // A second press can come before the first one is drawn.
    if (busy.current) return;
    busy.current = true;
    setWaiting(false);
    mutate(undefined, {
      onSettled: () => {
        busy.current = false;
      },
    });
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (waiting && online) latest.current();
  }, [waiting, online]);
  return {
    isPending,
    error,
    waiting,
    online,
    submit: () => (online ? send() : setWaiting(true)),
    stopWaiting: () => setWaiting(false),
    clear: reset,
  };
}

export type Sending = ReturnType<typeof useSending>;
