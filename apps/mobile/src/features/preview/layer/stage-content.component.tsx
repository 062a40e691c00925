import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import type { DocumentPart, OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from '../preview.module.css';
import { Facts } from './facts.component.tsx';
import type { Preview } from './preview.hook.ts';
import { Problem } from './problem.component.tsx';
import { Stage } from './stage.component.tsx';
import { Waiting } from './waiting.component.tsx';

type StageContentProps = {
  /** The caller's name for the document, shown until the document's own name is known. */
  readonly name: string;
  readonly fileID: string | null;
  readonly state: Preview['state'];
  readonly onViewer: (viewer: OpenViewer | null) => void;
  readonly onPart: (part: DocumentPart) => void;
  readonly onFailure: (error: unknown) => void;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

/** The document, or its replacement: a loading state, a problem, an empty document or an unknown format. */
export function StageContent(props: StageContentProps) {
  const { preview } = useTexts();
  const { name, fileID, state, onViewer, onPart, onFailure, onRetry, onClose } = props;
  if (state.phase === 'opening') {
    return (
      <div className={styles.stage}>
        <Waiting onCancel={onClose} />
      </div>
    );
  }
  if (state.phase === 'failed')
    return <Problem failure={state} fileID={fileID} name={name} onRetry={onRetry} onClose={onClose} />;
  const { document, format } = state;
  if (document.content.size === 0) {
    return (
      <div className={styles.problem}>
        <EmptyState title={preview.emptyDocument} />
      </div>
    );
  }
  if (format.viewer === null) {
    return (
      <div className={styles.problem}>
        <EmptyState
          title={preview.unknownFormat}
          hint={preview.unknownFormatHint}
          action={<Facts document={document} format={format} />}
        />
      </div>
    );
  }
  return (
    <Stage
      document={document}
      format={format}
      fileID={fileID}
      onViewer={onViewer}
      onPart={onPart}
      onFailure={onFailure}
      onCancel={onClose}
    />
  );
}
