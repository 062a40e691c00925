import { Dialog as Base } from '@base-ui/react/dialog';
import { ModalHost } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import type { PreviewTarget } from '../../../platform/documents/open-document.usecases.ts';
import { followFullScreen, useFullScreen } from '../../../shell/navigation/full-screen.store.ts';
import { useIsWide } from '../../../shell/navigation/pane.hook.ts';
import { isFlowAddress } from '../../../shell/navigation/panes.rules.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import styles from '../preview.module.css';
import { DocumentLayer } from './document-layer.component.tsx';
import { useTargetPreview } from './preview.hook.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

/**
 * The preview over the current screen; on a wide screen over its detail, or beside a task. It has a history entry, so every kind of back navigation closes it.
 */
export default function PreviewLayer() {
  const { target, words, close } = usePreviewLayer();
  useEffect(followFullScreen, []);
  if (target === null) return null;
  return <OpenPreview key={target.fileID} target={target} words={words} close={close} />;
}

type OpenPreviewProps = {
  readonly target: PreviewTarget;
  readonly words: string;
  readonly close: () => void;
};

function OpenPreview({ target, words, close }: OpenPreviewProps) {
  const { preview } = useTexts();
  const isWide = useIsWide();
  const address = useLocation();
  const { isFull, isPresenting } = useFullScreen();
  const coversAll = isFull || isPresenting;
  // What the document covers then leaves the tab order.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-full-screen', coversAll);
    return () => document.documentElement.removeAttribute('data-full-screen');
  }, [coversAll]);
  const opened = useTargetPreview(useDocumentsContext(), target);
  return (
    <Base.Root
      open
      // On a wide screen the list and the task beside the document stay in use.
      modal={!isWide}
      onOpenChange={(open, { reason, event }) => {
        // A text field beside the document keeps its Escape key.
        if (!open && !(isWide && reason === 'escape-key' && isTyping(event.target))) close();
      }}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Popup
          className={coversAll ? `${styles.popup} ${styles.full}` : styles.popup}
          aria-label={preview.title}
          data-beside={isFlowAddress(address) || undefined}
        >
          <DocumentLayer
            name={target.flowFile?.name ?? preview.title}
            fileID={target.fileID}
            words={words}
            preview={opened}
            onClose={close}
          />
          <ModalHost />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
