import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { showSnackbar } from '../../../app/shell/snackbar.store.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useAppLock } from '../../../platform/app-lock/app-lock.hook.ts';
import { uncover } from '../../../platform/app-lock/app-lock.ts';
import { useSessionActions, useSessionStore } from '../../../platform/session/index.ts';
import { useDismissOnBack } from '../../../ui/dismiss.hook.ts';
import { LockIcon } from '../../../ui/icons.component.tsx';
import { useModal, useTopModal } from '../../../ui/modal.hook.ts';
import { ForgottenPin } from './forgotten-pin.component.tsx';
import styles from './lock.module.css';
import { UnlockForm } from './unlock-form.component.tsx';

/** Stays above whatever else opens a dialog meanwhile: closed, it is shown again, and then on top. */
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

/** Over everything while the app is locked; no kind of back takes it away. */
export default function LockScreen() {
  const { lock: texts } = useTexts();
  const element = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const [isForgotten, setForgotten] = useState(false);
  const signInAgain = useSignInAgain();
  useAlwaysOnTop(element, field);
  useDismissOnBack(true, null);
  // What covered the app while it was out of sight has done its part.
  useLayoutEffect(uncover, []);
  return (
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
    </dialog>
  );
}

/** Clears what the lock kept; who was in is out then, and who was on the way in begins anew. */
function useSignInAgain(): () => Promise<void> {
  const lock = useAppLock();
  const { signOut, start } = useSessionActions();
  return async () => {
    const { phase } = useSessionStore.getState().session;
    await lock.forgetLock();
    await (phase === 'starting' ? start() : signOut());
  };
}
