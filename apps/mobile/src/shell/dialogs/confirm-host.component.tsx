import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useEffect, useRef } from 'react';
import { useFirstTexts } from '../../i18n/index.ts';
import { useLocation } from '../router/index.ts';
import { answerConfirm, useConfirmStore } from './confirm.store.ts';

const cancel = () => answerConfirm(false);

/** Renders the dialog of `confirm`. */
export function ConfirmHost() {
  const pending = useConfirmStore((state) => state.pending);
  const { common } = useFirstTexts();
  const { pathname } = useLocation();
  // A navigation, such as at the end of a session, cancels the dialog.
  const openedAtPath = useRef(pathname);
  useEffect(() => {
    if (openedAtPath.current !== pathname) cancel();
    openedAtPath.current = pathname;
  }, [pathname]);
  return (
    <Dialog
      open={pending !== null}
      title={pending?.title ?? ''}
      onDismiss={cancel}
      actions={
        <>
          <Button onClick={cancel}>{pending?.cancelLabel ?? common.cancel}</Button>
          <Button
            variant={pending?.danger === true ? 'danger' : 'primary'}
            onClick={() => answerConfirm(true)}
          >
            {pending?.confirmLabel ?? common.ok}
          </Button>
        </>
      }
    >
      {typeof pending?.text === 'string' ? <p>{pending.text}</p> : pending?.text}
    </Dialog>
  );
}
