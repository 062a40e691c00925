import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { useDismissOnBack } from './dismiss.hook.ts';

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
};

const nothing = () => undefined;

/**
 * The browser's own modal dialog: it keeps the focus, hides the rest from readers and takes the close gestures of the
 * system, and costs the first screen nothing, where a library's costs 26 KiB.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  useDismissOnBack(open, rest.onDismiss ?? nothing);
  return open ? <OpenDialog {...rest} /> : null;
}

/** The escape key closes one thing: what lies below a dialog must not hear it too. */
const keepEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation();
};

/** Safari 15.0 to 15.3 knows no modal dialogs: there it lies above the rest without making that inert. */
function showPlainly(dialog: HTMLElement): undefined {
  dialog.setAttribute('open', '');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
}

function OpenDialog({ title, children, actions, initialFocus, onDismiss }: Omit<DialogProps, 'open'>) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return undefined;
    if (typeof dialog.showModal !== 'function') return showPlainly(dialog);
    const show = () => dialog.showModal();
    // A system can insist on closing; what must be answered then opens again.
    dialog.addEventListener('close', show);
    show();
    dialog.addEventListener('keydown', keepEscape);
    initialFocus?.current?.focus();
    return () => {
      dialog.removeEventListener('close', show);
      dialog.removeEventListener('keydown', keepEscape);
      dialog.close();
    };
  }, [initialFocus]);
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
