import { createPortal } from 'react-dom';
import { useTopModal } from '../../ui/modal.hook.ts';
import { Snackbar } from '../../ui/snackbar.component.tsx';
import { holdSnackbar, takeOffer, useSnackbarStore } from './snackbar.store.ts';

/** Draws the message in whatever stands on top: below a modal dialog nobody could read or press it. */
export function SnackbarHost() {
  const message = useSnackbarStore(({ queue }) => queue[0]);
  const modal = useTopModal();
  const snackbar = (
    <Snackbar
      color={message?.color ?? 'info'}
      text={message?.text ?? null}
      action={message?.action && { label: message.action.label, onPress: takeOffer }}
      onHold={holdSnackbar}
    />
  );
  return modal === null ? snackbar : createPortal(snackbar, modal);
}
