import { useLayoutEffect, useRef } from 'react';
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
  const modal = useTopModal();
  return modal === null ? <CurrentMessage lifted /> : createPortal(<CurrentMessage lifted={false} />, modal);
}

function CurrentMessage({ lifted }: { readonly lifted: boolean }) {
  const message = useSnackbarStore(({ queue }) => queue[0]);
  const place = useRef<HTMLDivElement>(null);
  const id = message?.id;
  useLayoutEffect(() => {
    const lift = id !== undefined && lifted ? measureLift() : 0;
    place.current?.style.setProperty('--lift', `${lift}px`);
  }, [id, lifted]);
  return (
    <Snackbar
      color={message?.color ?? 'info'}
      text={message?.text ?? null}
      action={message?.action && { label: message.action.label, onPress: takeOffer }}
      placeRef={place}
      onHold={holdSnackbar}
    />
  );
}
