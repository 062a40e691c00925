import { LockIcon } from '@sealflow/ui/icons.component.tsx';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { useModal, useTopModal } from '@sealflow/ui/overlays/modal.hook.ts';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../i18n/index.ts';
import { uncover } from '../../../platform/app-lock/app-lock.compose.ts';
import { useAppLock } from '../../../platform/app-lock/app-lock.hook.ts';
import { useSessionActions, useSessionStore } from '../../../platform/session/index.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import styles from './lock.module.css';
import { UnlockForm } from './unlock-form.component.tsx';

/**
 * Keeps the dialog on top of any dialog opened later: the close handler reopens it, and the last opened dialog
 * is on top.
 */
function useAlwaysOnTop(
  element: RefObject<HTMLDialogElement | null>,
  initialFocus: RefObject<HTMLElement | null>,
): void {
  useModal(element, initialFocus);
  const top = useTopModal();
  useEffect(() => {
    const dialog = element.current;
    if (top !== null && dialog !== null && top !== dialog && dialog.open) dialog.close();
  }, [element, top]);
}

/** Covers the app while it is locked; back does not close it. */
export default function LockScreen() {
  const { lock: texts } = useTexts();
  const element = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const [isForgotten, setForgotten] = useState(false);
  const signInAgain = useSignInAgain();
  useAlwaysOnTop(element, field);
  useDismissOnBack(true, null);
  // The cover shown while the app was in the background is no longer needed.
  useLayoutEffect(uncover, []);
  // An open preview hides the root of the app from screen readers.
  return createPortal(
    <dialog
      ref={element}
      className={styles.screen}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
    >
      <div className={styles.column}>
        <span className={styles.icon}>
          <LockIcon size={40} />
        </span>
        <h1 className={styles.title} id={titleId} tabIndex={-1}>
          {isForgotten ? texts.forgottenTitle : texts.lockedTitle}
        </h1>
        {isForgotten ? (
          <ForgottenPin onBack={() => setForgotten(false)} onConfirm={signInAgain} />
        ) : (
          <UnlockForm
            field={field}
            onForgotten={() => setForgotten(true)}
            onTooOften={async () => {
              await signInAgain();
              showSnackbar({ color: 'error', text: texts.tooOften });
            }}
          />
        )}
      </div>
    </dialog>,
    document.body,
  );
}

/** Deletes the lock; a signed-in user is signed out, a session that is being restored restarts. */
function useSignInAgain(): () => Promise<void> {
  const lock = useAppLock();
  const { signOut, restart } = useSessionActions();
  return async () => {
    const { phase } = useSessionStore.getState().session;
    if (phase === 'starting') return restart(lock.eraseLock);
    await lock.eraseLock();
    await signOut();
  };
}

type ForgottenPinProps = { readonly onBack: () => void; readonly onConfirm: () => Promise<void> };

/** Confirms a new sign-in after its consequences are shown. */
function ForgottenPin({ onBack, onConfirm }: ForgottenPinProps) {
  const { lock: texts, common } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
  };
  return (
    <>
      <p className={styles.text}>{texts.forgottenText}</p>
      <Button variant="danger" wide loading={isBusy} onClick={() => void confirm()}>
        {texts.signInAgain}
      </Button>
      <Button wide disabled={isBusy} onClick={onBack}>
        {common.cancel}
      </Button>
    </>
  );
}
