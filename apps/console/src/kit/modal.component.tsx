import type { ReactNode } from 'react';
import { Modal as AriaModal, Dialog, Heading, ModalOverlay } from 'react-aria-components';
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
  return (
    <ModalOverlay
      isOpen
      className={styles.backdrop ?? ''}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <AriaModal className={styles.modal ?? ''}>
        <Dialog role={role} className={styles.panel ?? ''}>
          <Heading slot="title" className={styles.modalTitle ?? ''}>
            {title}
          </Heading>
          <div className={styles.modalBody}>{children}</div>
          <footer className={styles.foot}>{actions}</footer>
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
