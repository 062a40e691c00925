import { type ReactNode, type RefObject, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { useDismissOnBack } from './dismiss.hook.ts';
import { useModal } from './modal.hook.ts';

type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  /** The buttons, the one that goes on last. */
  readonly actions: ReactNode;
  /** What there is to fill in: the focus begins there instead of at the title. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Without it the dialog must be answered: no escape key and no back takes it away. */
  readonly onDismiss?: (() => void) | undefined;
  /** It may go by itself at any moment, as the thing that it tells of ends. */
  readonly endsByItself?: boolean;
};

/** A question or a fact above everything; the browser's own modal dialog. */
export function Dialog({ open, endsByItself = false, ...rest }: DialogProps) {
  useDismissOnBack(open, rest.onDismiss ?? null, { endsByItself });
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  title,
  children,
  actions,
  initialFocus,
  onDismiss,
}: Omit<DialogProps, 'open' | 'endsByItself'>) {
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
      {/* The focus begins here: whoever listens hears the title, and no button is pressed by accident. */}
      <h2 className={styles.title} id={titleId} tabIndex={-1} autoFocus>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}
