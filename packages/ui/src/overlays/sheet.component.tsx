import { type ReactNode, useEffect, useId, useRef } from 'react';
import { CloseIcon } from '../icons.component.tsx';
import { IconButton } from '../inputs/button.component.tsx';
import { useDismissOnBack } from './dismiss.hook.ts';
import { useModal } from './modal.hook.ts';
import styles from './sheet.module.css';

type SheetProps = {
  readonly open: boolean;
  readonly title: string;
  readonly closeLabel: string;
  readonly onDismiss: () => void;
  /** Buttons that stay visible below the scrolling content. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A bottom sheet for choosing or entering something; a tap on the backdrop dismisses it. */
export function Sheet({ open, ...rest }: SheetProps) {
  useDismissOnBack(open, rest.onDismiss);
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ title, closeLabel, onDismiss, actions, children }: Omit<SheetProps, 'open'>) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(element);
  useEffect(() => {
    const dialog = element.current;
    // A click on the dialog element itself is on the backdrop. Keyboard users have Escape and the close
    // button.
    const onBackdropClick = (event: MouseEvent) => {
      if (event.target === dialog) onDismiss();
    };
    dialog?.addEventListener('click', onBackdropClick);
    return () => dialog?.removeEventListener('click', onBackdropClick);
  }, [onDismiss]);
  return (
    <dialog
      ref={element}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 className={styles.title} id={titleId} tabIndex={-1} autoFocus>
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={onDismiss}>
            <CloseIcon />
          </IconButton>
        </div>
        <div className={styles.content}>{children}</div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}
