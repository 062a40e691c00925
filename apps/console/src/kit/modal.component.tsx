import { type ReactNode, useId } from 'react';
import { Modal as AriaModal, Dialog, Heading, ModalOverlay } from 'react-aria-components';
import { useDialogFocus } from './dialog-focus.hook.ts';
import styles from './overlay.module.css';

type ModalProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** `alertdialog` for a question that interrupts. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly children: ReactNode;
  readonly actions: ReactNode;
};

/** A dialog in the middle of the page. */
export function Modal({ title, onClose, role = 'dialog', children, actions }: ModalProps) {
  const dialog = useDialogFocus();
  const bodyID = useId();
  return (
    <ModalOverlay
      isOpen
      className={styles.backdrop ?? ''}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <AriaModal className={styles.modal ?? ''}>
        <Dialog
          ref={dialog}
          role={role}
          {...(role === 'alertdialog' ? { 'aria-describedby': bodyID } : {})}
          className={styles.panel ?? ''}
        >
          <Heading slot="title" className={styles.modalTitle ?? ''}>
            {title}
          </Heading>
          <div id={bodyID} className={styles.modalBody}>
            {children}
          </div>
          {actions === null ? null : <footer className={styles.foot}>{actions}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
