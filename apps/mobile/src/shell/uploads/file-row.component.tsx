import { CheckIcon, CloseIcon, DocumentsIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useTexts } from '../../i18n/index.ts';
import { type ApiError, useErrorText } from '../../platform/api/index.ts';
import { isTransient } from '../../platform/transfers/retry.rules.ts';
import { waitsForNetwork } from '../../platform/transfers/transfer.errors.ts';
import { useOnline } from '../online.hook.ts';
import styles from './file-row.module.css';
import type { UploadedFile } from './upload.types.ts';
import { type UploadState, useUploads } from './uploads.store.ts';

type FileRowProps = {
  readonly file: UploadedFile;
  readonly onRetry: () => void;
  /** Picks the file again when neither the device nor the service has it. */
  readonly onReplace: () => void;
  readonly onRemove: () => void;
};

/** A file with the progress of its upload. */
export function FileRow({ file, onRetry, onReplace, onRemove }: FileRowProps) {
  const { apply, common } = useTexts();
  const state = useUploads((uploads) => uploads[file.id]);
  const { text, isError } = useFileText(file, state);
  const activeTransfer = state?.phase === 'copying' || state?.phase === 'sending' ? state : null;
  return (
    <li className={styles.file} data-stored={file.uri !== null}>
      <span className={styles.fileIcon}>
        {file.uri === null ? <DocumentsIcon size={22} /> : <CheckIcon size={22} />}
      </span>
      <div className={styles.text}>
        <span className={styles.name}>{file.name}</span>
        <span className={isError ? styles.error : styles.soft} role={isError ? 'alert' : undefined}>
          {sizeText(file.size)} · {text}
        </span>
        {activeTransfer === null ? null : (
          <Progress label={file.name} value={activeTransfer.done} max={Math.max(activeTransfer.total, 1)} />
        )}
      </div>
      {canRetryUpload(state) ? (
        <Button variant="quiet" aria-label={apply.retryFile(file.name)} onClick={onRetry}>
          {common.retry}
        </Button>
      ) : null}
      {state?.phase === 'lost' || state?.phase === 'gone' ? (
        <Button variant="quiet" aria-label={apply.chooseFileAgain(file.name)} onClick={onReplace}>
          {apply.chooseAgain}
        </Button>
      ) : null}
      <IconButton
        label={(activeTransfer === null ? apply.removeFile : apply.cancelFile)(file.name)}
        onClick={onRemove}
      >
        <CloseIcon size={20} />
      </IconButton>
    </li>
  );
}

/** Whether a retry can succeed: after a transient error, or once storage was freed. Other rejections repeat. */
const canRetry = (error: ApiError) =>
  isTransient(error) || error.code === 'file.quota_exceeded' || error.code === 'file.upload_failed';

export const canRetryUpload = (state: UploadState | undefined): boolean =>
  state?.phase === 'failed' && canRetry(state.error);

/** The upload status of a file, as text. */
export function useFileText(file: UploadedFile, state: UploadState | undefined) {
  const { apply } = useTexts();
  const errorOf = useErrorText();
  const online = useOnline();
  if (file.uri !== null) return { text: apply.fileStored, isError: false };
  if (state === undefined || state.phase === 'waiting') return { text: apply.fileWaiting, isError: false };
  if (state.phase === 'copying') return { text: apply.fileCopying, isError: false };
  if (state.phase === 'lost') return { text: apply.fileLost, isError: true };
  if (state.phase === 'gone') return { text: apply.fileGone, isError: true };
  if (state.phase === 'sending') {
    const percent = state.total === 0 ? 0 : Math.floor((100 * state.done) / state.total);
    return { text: apply.fileSending(percent), isError: false };
  }
  return waitsForNetwork(state.error) && !online
    ? { text: apply.fileOffline, isError: false }
    : { text: errorOf(state.error), isError: true };
}
