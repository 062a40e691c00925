import { Dialog as Base } from '@base-ui/react/dialog';
import { ModalHost } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import type { PreviewTarget } from '../../../platform/documents/open-document.usecases.ts';
import { useFullScreen } from '../../../shell/navigation/full-screen.store.ts';
import { useIsWide } from '../../../shell/navigation/pane.hook.ts';
import { isFlowAddress } from '../../../shell/navigation/panes.rules.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { useLocation } from '../../../shell/router/index.ts';
import styles from '../preview.module.css';
import { guardPrinting } from '../print/print-pages.util.ts';
import { DocumentTabs } from '../tabs/document-tabs.component.tsx';
import { useDocumentTabs } from '../tabs/document-tabs.hook.ts';
import { isFocusOnTab } from '../tabs/tab-focus.util.ts';
import { DocumentLayer } from './document-layer.component.tsx';
import { useTargetPreview } from './preview.hook.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

/**
 * The preview over the current screen; on a wide screen over its detail, or beside a task. It has a history entry, so every kind of back navigation closes it.
 */
export default function PreviewLayer() {
  const { target, words, close } = usePreviewLayer();
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
  const opened = useTargetPreview(useDocumentsContext(), target);
  const panelId = useId();
  const tabs = useDocumentTabs(target, opened.state);
  const popup = useRef<HTMLDivElement>(null);
  const selectedTab = () => popup.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  // One document needs no tabs.
  const hasTabs = tabs.length > 1;
  const { isFull, isPresenting } = useFullScreen();
  const coversAll = isFull || isPresenting;
  // What the document covers then leaves the tab order.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-full-screen', coversAll);
    return () => document.documentElement.removeAttribute('data-full-screen');
  }, [coversAll]);
  const { notice } = preview.print;
  useLayoutEffect(() => guardPrinting(notice), [notice]);
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
          ref={popup}
          // By default the first document's tab would get the focus and keep it. The popup has it until the document is shown.
          initialFocus={() => (isFocusOnTab(target.fileID) && selectedTab()) || popup.current}
          className={coversAll ? `${styles.popup} ${styles.full}` : styles.popup}
          aria-label={preview.title}
          data-beside={isFlowAddress(address) || undefined}
        >
          {hasTabs && !isPresenting ? (
            <DocumentTabs tabs={tabs} fileID={target.fileID} panelId={panelId} />
          ) : null}
          <div
            id={panelId}
            className={styles.panel}
            role={hasTabs ? 'tabpanel' : undefined}
            aria-label={hasTabs ? tabs.find(({ fileID }) => fileID === target.fileID)?.name : undefined}
          >
            <DocumentLayer
              name={target.flowFile?.name ?? preview.title}
              fileID={target.fileID}
              words={words}
              preview={opened}
              onClose={close}
            />
          </div>
          <ModalHost />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
