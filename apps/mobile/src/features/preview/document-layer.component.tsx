import { useCallback, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useDocumentsContext } from '../../platform/documents/documents-context.hook.ts';
import { Button, IconButton } from '../../ui/button.component.tsx';
import { catchFocus } from '../../ui/catch-focus.ts';
import { Dialog } from '../../ui/dialog.component.tsx';
import { useDismissOnBack } from '../../ui/dismiss.hook.ts';
import { SearchIcon } from '../../ui/icons.component.tsx';
import { TopBar } from '../../ui/top-bar.component.tsx';
import styles from './document-layer.module.css';
import { Facts } from './facts.component.tsx';
import { FileName } from './file-name.component.tsx';
import { InfoIcon } from './icons.component.tsx';
import type { Holder } from './part-holder.rules.ts';
import { type Preview, usePartPreview } from './preview.hook.ts';
import { usePreviewKeys } from './preview-keys.hook.ts';
import { useSearch } from './search.hook.ts';
import { SearchBar } from './search-bar.component.tsx';
import { StageContent } from './stage-content.component.tsx';
import type { DocumentPart, OpenViewer } from './viewer.types.ts';

type DocumentLayerProps = {
  /** The caller's name for the document, shown until the document's own name is known. */
  readonly name: string;
  /** Null for a part of another document. */
  readonly fileID: string | null;
  readonly preview: Preview;
  readonly onClose: () => void;
};

/**
 * One document with its bars. A document that is opened from it lies over it and leaves its state unchanged.
 */
export function DocumentLayer({
  name,
  fileID,
  preview: { state, fail, retry },
  onClose,
}: DocumentLayerProps) {
  const { preview, common } = useTexts();
  const element = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const [viewer, setViewer] = useState<OpenViewer | null>(null);
  const [opened, setOpened] = useState<{ part: DocumentPart; of: object } | null>(null);
  const search = useSearch(viewer?.search ?? null, fail);
  const closePart = useCallback(() => {
    opened?.part.close();
    setOpened(null);
  }, [opened]);
  const known = state.phase === 'open' ? state : null;
  // A part is read through its parent document and is closed with it.
  const part = known && opened?.of === known.document ? opened.part : null;
  usePreviewKeys({
    element,
    viewer,
    search,
    covered: part !== null,
    // The outermost layer is closed by its own dialog.
    onEscape: fileID === null ? onClose : null,
  });
  const trailing = (
    <>
      {search.open ? (
        <IconButton label={preview.search} onClick={search.open}>
          <SearchIcon />
        </IconButton>
      ) : null}
      {known ? (
        <IconButton label={preview.facts} onClick={() => setAsking(true)}>
          <InfoIcon />
        </IconButton>
      ) : null}
    </>
  );
  return (
    <>
      <div ref={element} className={styles.layer} data-covered={part === null ? undefined : true}>
        {search.isOpen ? (
          <SearchBar search={search} />
        ) : (
          <TopBar
            title={<FileName name={known?.document.name ?? name} />}
            backLabel={common.back}
            onBack={onClose}
            trailing={trailing}
          />
        )}
        <StageContent
          name={name}
          fileID={fileID}
          state={state}
          onViewer={setViewer}
          onPart={(one) => setOpened(known && { part: one, of: known.document })}
          onFailure={fail}
          onRetry={retry}
          onClose={onClose}
        />
        {known ? (
          <Dialog
            open={asking}
            title={preview.facts}
            onDismiss={() => setAsking(false)}
            actions={<Button onClick={() => setAsking(false)}>{common.close}</Button>}
          >
            <Facts document={known.document} format={known.format} />
          </Dialog>
        ) : null}
      </div>
      {known && part ? <PartLayer part={part} holder={known.document} onClose={closePart} /> : null}
    </>
  );
}

type PartLayerProps = {
  readonly part: DocumentPart;
  /** The document that contains the part. */
  readonly holder: Holder;
  readonly onClose: () => void;
};

/** A document inside another one, shown over it. Every kind of back navigation returns to the parent. */
function PartLayer({ part, holder, onClose }: PartLayerProps) {
  const opened = usePartPreview(useDocumentsContext(), part, holder);
  useDismissOnBack(true, onClose);
  return (
    <section ref={catchFocus} className={styles.part} aria-label={part.name} tabIndex={-1}>
      <DocumentLayer name={part.name} fileID={null} preview={opened} onClose={onClose} />
    </section>
  );
}
