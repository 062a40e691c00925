import { applicationTypes } from '@sealflow/domain/workflow';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../i18n/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { type PickedFile, usePlatform } from '../../../platform/index.ts';
import { FileRow } from '../../../shell/uploads/file-row.component.tsx';
import { retryUpload } from '../../../shell/uploads/uploads.store.ts';
import styles from '../apply.module.css';
import type { ApplicationDraft, DraftFile } from '../draft.types.ts';
import { removeFile, replaceFile } from '../drafts/drafts.usecases.ts';
import { uploadOwnerOf } from '../uploads/draft-files.usecases.ts';
import { RecentSheet } from './recent-sheet.component.tsx';
import { FieldError } from './text-area.component.tsx';
import { UploadsBar } from './uploads-bar.component.tsx';

type FilesFieldProps = {
  readonly draft: ApplicationDraft;
  readonly context: DocumentsContext;
  readonly error: string | undefined;
  readonly onAdd: (files: readonly PickedFile[]) => void;
  readonly onEdited: () => void;
};

/** A coarse pointer indicates a phone or a tablet, which has a camera. */
const hasCamera = () => window.matchMedia('(pointer: coarse)').matches;

/** The files of an application; each upload starts as soon as the file is picked. */
export function FilesField({ draft, context, error, onAdd, onEdited }: FilesFieldProps) {
  const { apply } = useTexts();
  const { picker } = usePlatform();
  const [isRecentOpen, setRecentOpen] = useState(false);
  const errorId = useId();
  const { draftID, files } = draft;
  const owner = uploadOwnerOf(context, draft);
  const retry = (file: DraftFile) => void retryUpload(context, { owner, file });
  const remove = (file: DraftFile) => {
    onEdited();
    void removeFile(context, { draftID, file });
  };
  return (
    <section className={styles.block} aria-label={apply.files} data-field="files">
      <h2 className={styles.label}>
        {applicationTypes[draft.type].needsFiles ? apply.files : apply.optional(apply.files)}
        {files.length === 0 ? null : (
          <span className={styles.soft}>{` · ${apply.fileCount(files.length)}`}</span>
        )}
      </h2>
      <UploadsBar files={files} onRetry={retry} onRemove={remove} />
      {files.length === 0 ? null : (
        <ul className={styles.files}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              onRetry={() => retry(file)}
              onReplace={() => {
                onEdited();
                void picker.pick({}).then((picked) => replaceFile(context, { draftID, file }, picked));
              }}
              onRemove={() => remove(file)}
            />
          ))}
        </ul>
      )}
      <div className={styles.sources}>
        <Button
          aria-describedby={error === undefined ? undefined : errorId}
          onClick={() => void picker.pick({ multiple: true }).then(onAdd)}
        >
          {apply.fromDevice}
        </Button>
        <Button onClick={() => setRecentOpen(true)}>{apply.fromRecent}</Button>
        {hasCamera() ? (
          <Button onClick={() => void picker.pick({ camera: true }).then(onAdd)}>{apply.fromCamera}</Button>
        ) : (
          <span className={styles.soft}>{apply.filesHint}</span>
        )}
      </div>
      <FieldError id={errorId} error={error} />
      {createPortal(
        <RecentSheet
          open={isRecentOpen}
          context={context}
          onAdd={onAdd}
          onDismiss={() => setRecentOpen(false)}
        />,
        document.body,
      )}
    </section>
  );
}
