import { useDocumentsContext } from '../../platform/documents/documents-context.hook.ts';
import { catchFocus } from '../../ui/catch-focus.ts';
import { useDismissOnBack } from '../../ui/dismiss.hook.ts';
import { DocumentLayer } from './document-layer.component.tsx';
import styles from './document-layer.module.css';
import { usePartPreview } from './preview.hook.ts';
import type { DocumentPart } from './viewer.types.ts';

type PartLayerProps = {
  readonly part: DocumentPart;
  /** Whether what holds the part lets its words be taken. */
  readonly mayCopy: boolean;
  readonly onClose: () => void;
};

/** A document that lies in another one, over it; every kind of back leads to that one. */
export function PartLayer({ part, mayCopy, onClose }: PartLayerProps) {
  const opened = usePartPreview(useDocumentsContext(), part, mayCopy);
  useDismissOnBack(true, onClose);
  return (
    <section ref={catchFocus} className={styles.part} aria-label={part.name} tabIndex={-1}>
      <DocumentLayer name={part.name} fileID={null} preview={opened} onClose={onClose} />
    </section>
  );
}
