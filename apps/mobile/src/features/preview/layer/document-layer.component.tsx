import { SearchIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { TopBar } from '@sealflow/ui/navigation/top-bar.component.tsx';
import { focusIfLost } from '@sealflow/ui/overlays/catch-focus.util.ts';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { isComparable } from '@sealflow/viewers/compare/read-compared.util.ts';
import type { DocumentPart, OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useCallback, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { AccessTerms } from '../../../platform/documents/document.types.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { useFullScreen } from '../../../shell/navigation/full-screen.store.ts';
import { ComparePicker } from '../compare/compare-picker.component.tsx';
import { CompareIcon, InfoIcon, PrintIcon } from '../icons.component.tsx';
import { useSearch } from '../navigation/search.hook.ts';
import { SearchBar } from '../navigation/search-bar.component.tsx';
import { PrintDialog } from '../print/print-dialog.component.tsx';
import { usePrinting } from '../print/printing.hook.ts';
import styles from './document-layer.module.css';
import { Facts } from './facts.component.tsx';
import { OpenPreviewContext } from './open-preview.hook.ts';
import { type Preview, usePartPreview } from './preview.hook.ts';
import { usePreviewKeys } from './preview-keys.hook.ts';
import { StageContent } from './stage-content.component.tsx';

type DocumentLayerProps = {
  /** The caller's name for the document, shown until the document's own name is known. */
  readonly name: string;
  /** Null for a part of another document. */
  readonly fileID: string | null;
  readonly preview: Preview;
  /** What to search for once the document is shown; empty for nothing. */
  readonly words?: string;
  readonly onClose: () => void;
};

/**
 * One document with its bars. A document that is opened from it lies over it and leaves its state unchanged.
 */
export function DocumentLayer({
  name,
  fileID,
  preview: openedPreview,
  words = '',
  onClose,
}: DocumentLayerProps) {
  const { state, fail } = openedPreview;
  const { preview, compare, common } = useTexts();
  const element = useRef<HTMLDivElement>(null);
  const [isFactsOpen, setIsFactsOpen] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [viewer, setViewer] = useState<OpenViewer | null>(null);
  const [opened, setOpened] = useState<{ part: DocumentPart; of: object } | null>(null);
  const search = useSearch(viewer?.search ?? null, { initialWords: words, onFailure: fail });
  const closePart = useCallback(() => {
    opened?.part.close();
    setOpened(null);
  }, [opened]);
  const openState = state.phase === 'open' ? state : null;
  // A part is read through its parent document and is closed with it.
  const part = openState && opened?.of === openState.document ? opened.part : null;
  const printing = usePrinting(openState?.document ?? null, viewer);
  usePreviewKeys({
    element,
    viewer,
    search,
    onPrint: openState ? printing.start : null,
    isCovered: part !== null,
    // The outermost layer is closed by its own dialog.
    onEscape: fileID === null ? onClose : null,
  });
  const { isPresenting } = useFullScreen();
  const trailing = (
    <>
      {search.open ? (
        <IconButton label={preview.search} onClick={search.open}>
          <SearchIcon />
        </IconButton>
      ) : null}
      {printing.isOffered ? (
        <IconButton label={preview.print.action} onClick={printing.start}>
          <PrintIcon />
        </IconButton>
      ) : null}
      {openState && fileID !== null && isComparable(openState.format) ? (
        <IconButton label={compare.compareWith} onClick={() => setIsChoosing(true)}>
          <CompareIcon />
        </IconButton>
      ) : null}
      {openState ? (
        <IconButton label={preview.facts} onClick={() => setIsFactsOpen(true)}>
          <InfoIcon />
        </IconButton>
      ) : null}
    </>
  );
  return (
    <>
      <div
        ref={element}
        className={styles.layer}
        data-covered={part === null ? undefined : true}
        data-presenting={isPresenting || undefined}
      >
        {search.isOpen ? (
          <SearchBar search={search} />
        ) : (
          <TopBar
            title={<FileName name={openState?.document.name ?? name} />}
            backLabel={common.back}
            onBack={onClose}
            trailing={trailing}
          />
        )}
        <OpenPreviewContext
          value={{
            ...openedPreview,
            name,
            fileID,
            setViewer,
            openPart: (one) => setOpened(openState && { part: one, of: openState.document }),
            close: onClose,
          }}
        >
          <StageContent />
        </OpenPreviewContext>
        <PrintDialog printing={printing} />
        {openState ? (
          <Dialog
            open={isFactsOpen}
            title={preview.facts}
            onDismiss={() => setIsFactsOpen(false)}
            actions={<Button onClick={() => setIsFactsOpen(false)}>{common.close}</Button>}
          >
            <Facts document={openState.document} format={openState.format} />
          </Dialog>
        ) : null}
        {openState && fileID !== null ? (
          <ComparePicker open={isChoosing} fileID={fileID} onDismiss={() => setIsChoosing(false)} />
        ) : null}
      </div>
      {openState && part ? <PartLayer part={part} parent={openState.document} onClose={closePart} /> : null}
    </>
  );
}

type PartLayerProps = {
  readonly part: DocumentPart;
  /** The document that contains the part. */
  readonly parent: AccessTerms;
  readonly onClose: () => void;
};

/** A document inside another one, shown over it. Every kind of back navigation returns to the parent. */
function PartLayer({ part, parent, onClose }: PartLayerProps) {
  const opened = usePartPreview(useDocumentsContext(), part, parent);
  useDismissOnBack(true, onClose);
  return (
    <section ref={focusIfLost} className={styles.part} aria-label={part.name} tabIndex={-1}>
      <DocumentLayer name={part.name} fileID={null} preview={opened} onClose={onClose} />
    </section>
  );
}

/** The last characters of a file name stay visible: they hold the extension and the number of a copy. */
const tailCharacters = 6;

/** A file name on one line, truncated in the middle. Screen readers and the tooltip get the full name. */
function FileName({ name }: { readonly name: string }) {
  const letters = Array.from(name);
  const end = letters.length > 2 * tailCharacters ? letters.length - tailCharacters : letters.length;
  return (
    <span className={styles.fileName} title={name}>
      <span className="visually-hidden">{name}</span>
      <span className={styles.fileNameHead} aria-hidden="true">
        {letters.slice(0, end).join('')}
      </span>
      <span className={styles.fileNameTail} aria-hidden="true">
        {letters.slice(end).join('')}
      </span>
    </span>
  );
}
