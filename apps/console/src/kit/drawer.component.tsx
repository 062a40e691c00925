import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../i18n/index.ts';
import { useDialogFocus } from './dialog-focus.hook.ts';
import styles from './overlay.module.css';
import { StatePane } from './state-pane.component.tsx';

type DrawerProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** Buttons at the end of the drawer that stay visible. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

/** Details or a form beside the list they belong to. Escape and a press outside close it. */
export function Drawer({ title, onClose, footer, children }: DrawerProps) {
  const texts = useTexts().common;
  const dialog = useDialogFocus();
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.backdrop ?? ''}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={styles.drawer ?? ''}>
        <Dialog ref={dialog} className={styles.panel ?? ''}>
          <header className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <Button className={styles.close ?? ''} aria-label={texts.close} onPress={onClose}>
              ×
            </Button>
          </header>
          <div className={styles.body}>{children}</div>
          {footer ? <footer className={styles.foot}>{footer}</footer> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type LoadingDrawerProps = {
  /** A query without data. */
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  readonly onClose: () => void;
};

/** The drawer of an object until the service has answered, or why it cannot be loaded. */
export function LoadingDrawer({ query, onClose }: LoadingDrawerProps) {
  const texts = useTexts().common;
  return (
    <Drawer title={texts.details} onClose={onClose}>
      {query.error === null ? (
        <StatePane kind="loading" />
      ) : (
        <StatePane kind="error" error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Drawer>
  );
}
