import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { canRetryUpload } from '../../../shell/uploads/file-row.component.tsx';
import { useUploads } from '../../../shell/uploads/uploads.store.ts';
import styles from '../apply.module.css';
import type { DraftFile } from '../draft.types.ts';
import { summarizeUploads } from '../uploads/upload-summary.rules.ts';

type UploadsBarProps = {
  readonly files: readonly DraftFile[];
  readonly onRetry: (file: DraftFile) => void;
  readonly onRemove: (file: DraftFile) => void;
};

/** How far the uploads of several files are, with the actions for all of them. Announces their start and their end. */
export function UploadsBar({ files, onRetry, onRemove }: UploadsBarProps) {
  const { apply } = useTexts();
  const states = useUploads();
  const { stored, active, failed } = summarizeUploads(files, states);
  const isActive = active.length > 0;
  const [hasUploaded, setHasUploaded] = useState(false);
  if (isActive && !hasUploaded) setHasUploaded(true);
  const repeatable = failed.filter(({ id }) => canRetryUpload(states[id]));
  const summary = apply.uploadSummary(stored, failed.length);
  const end = hasUploaded && files.length > 0 ? summary : '';
  return (
    <>
      {/* A constant text while files are uploaded: each percent would be announced. */}
      <output className="visually-hidden">{isActive ? apply.uploading : end}</output>
      {files.length > 1 && (isActive || failed.length > 0) ? (
        <div className={styles.uploads}>
          <span className={styles.soft}>
            {isActive ? apply.uploadProgress(stored, files.length) : summary}
          </span>
          <span className={styles.uploadActions}>
            {repeatable.length > 1 && !isActive ? (
              <Button variant="quiet" onClick={() => repeatable.forEach(onRetry)}>
                {apply.retryAll}
              </Button>
            ) : null}
            {active.length > 1 ? (
              <Button variant="quiet" onClick={() => active.forEach(onRemove)}>
                {apply.cancelAll}
              </Button>
            ) : null}
          </span>
        </div>
      ) : null}
    </>
  );
}
