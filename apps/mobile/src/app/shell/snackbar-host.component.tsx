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
  const isShown = message !== undefined;
  useLayoutEffect(() => {
    const element = place.current;
    const shell = element?.parentElement;
    if (!element || !shell || !isShown || !lifted) return undefined;
    const measure = () => element.style.setProperty('--lift', `${measureLift()}px`);
    measure();
    // A message can come before the screen that it is about, and tabs and notices after it.
    const observer = new MutationObserver(measure);
    observer.observe(shell, { childList: true, subtree: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [isShown, lifted]);
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
