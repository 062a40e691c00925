import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useDismissOnBack } from './dismiss.hook.ts';

type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  /** The buttons, the one that goes on last. */
  readonly actions: ReactNode;
  /** Without it the dialog must be answered: no escape key, no press beside it, no back. */
  readonly onDismiss?: (() => void) | undefined;
};

const nothing = () => undefined;

export function Dialog({ open, title, children, actions, onDismiss }: DialogProps) {
  useDismissOnBack(open, onDismiss ?? nothing);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal
      onOpenChange={(next) => {
        if (!next) onDismiss?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.popup}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <div className={styles.content}>{children}</div>
            <div className={styles.actions}>{actions}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
