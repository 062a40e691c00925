import { useTopModal } from '@sealflow/ui/overlays/modal.hook.ts';
import { Snackbar } from '@sealflow/ui/status/snackbar.component.tsx';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { pauseSnackbar, runSnackbarAction, useSnackbarStore } from './snackbar.store.ts';

/** Height of everything below the content, where no dialog covers it. */
function measureLift(): number {
  // On a wide screen a list beside the screen of the address is no main content.
  const main = document.querySelector('main:not([role])');
  return main === null ? 0 : Math.max(0, window.innerHeight - main.getBoundingClientRect().bottom);
}

/**
 * Renders the message inside the topmost modal: below a modal dialog it could be neither read nor pressed. A layer that is not a
 * dialog, such as a document, can be beside a screen, whose buttons stay in use.
 */
export function SnackbarHost() {
  const modal = useTopModal();
  if (modal === null) return <CurrentMessage lifted />;
  return createPortal(<CurrentMessage lifted={!(modal instanceof HTMLDialogElement)} />, modal);
}

function CurrentMessage({ lifted }: { readonly lifted: boolean }) {
  const message = useSnackbarStore(({ queue }) => queue[0]);
  const container = useRef<HTMLDivElement>(null);
  const isShown = message !== undefined;
  useLayoutEffect(() => {
    const element = container.current;
    if (!element || !isShown || !lifted) return undefined;
    const measure = () => element.style.setProperty('--lift', `${measureLift()}px`);
    measure();
    // A message can precede the screen that it is about, and tabs and notices can follow it.
    const observer = new MutationObserver(measure);
    observer.observe(document.body, { childList: true, subtree: true });
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
      action={message?.action && { ...message.action, onPress: runSnackbarAction }}
      containerRef={container}
      onInteractionChange={pauseSnackbar}
    />
  );
}
