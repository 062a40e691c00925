import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTopModal } from '../../ui/modal.hook.ts';
import { Snackbar } from '../../ui/snackbar.component.tsx';
import { holdSnackbar, takeOffer, useSnackbarStore } from './snackbar.store.ts';

/** What stands below the content, where there is no dialog over it all. */
function measureLift(): number {
  const main = document.querySelector('main');
  return main === null ? 0 : Math.max(0, window.innerHeight - main.getBoundingClientRect().bottom);
}

/** Draws the message in whatever stands on top: below a modal dialog nobody could read or press it. */
export function SnackbarHost() {
  const message = useSnackbarStore(({ queue }) => queue[0]);
  const modal = useTopModal();
  const [lift, setLift] = useState(0);
  const id = message?.id;
  useLayoutEffect(() => {
    if (id !== undefined) setLift(modal === null ? measureLift() : 0);
  }, [id, modal]);
  const snackbar = (
    <Snackbar
      color={message?.color ?? 'info'}
      text={message?.text ?? null}
      action={message?.action && { label: message.action.label, onPress: takeOffer }}
      lift={lift}
      onHold={holdSnackbar}
    />
  );
  return modal === null ? snackbar : createPortal(snackbar, modal);
}
