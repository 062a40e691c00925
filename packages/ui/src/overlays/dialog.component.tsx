import { type ReactNode, type RefObject, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { useDismissOnBack } from './dismiss.hook.ts';
import { useModal, useRegisterModal } from './modal.hook.ts';

type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  /** The buttons; the primary one comes last. */
  readonly actions: ReactNode;
  /** The field that receives the initial focus instead of the title. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Without it, the dialog cannot be dismissed by Escape or back and has to be answered. */
  readonly onDismiss?: (() => void) | undefined;
  /** Whether the dialog may close without user action, when its subject ends. */
  readonly mayCloseItself?: boolean;
};

/** A native modal dialog with a question or a notice. */
export function Dialog({ open, mayCloseItself = false, ...rest }: DialogProps) {
  useDismissOnBack(open, rest.onDismiss ?? null, { mayCloseItself });
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  title,
  children,
  actions,
  initialFocus,
  onDismiss,
}: Omit<DialogProps, 'open' | 'mayCloseItself'>) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(element, initialFocus);
  return (
    <dialog
      ref={element}
      className={styles.popup}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
    >
      {/* The initial focus is on the title: screen readers announce it, and no button is pressed by accident. */}
      <h2 className={styles.title} id={titleId} tabIndex={-1} autoFocus>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}

/** Inside a modal layer that is not a `Dialog`: the container for content above everything. */
export function ModalHost() {
  const host = useRef<HTMLDivElement>(null);
  useRegisterModal(host);
  return <div ref={host} />;
}
