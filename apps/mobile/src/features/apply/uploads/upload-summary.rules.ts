import type { UploadState } from '../../../shell/uploads/uploads.store.ts';
import type { DraftFile } from '../draft.types.ts';

type UploadSummary = {
  readonly stored: number;
  /** Waiting, being read or being sent. */
  readonly active: readonly DraftFile[];
  readonly failed: readonly DraftFile[];
};

/** How far the files of a draft are. */
export function summarizeUploads(
  files: readonly DraftFile[],
  states: Readonly<Record<string, UploadState | undefined>>,
): UploadSummary {
  const missing = files.filter(({ uri }) => uri === null);
  const isFailed = ({ id }: DraftFile) => {
    const phase = states[id]?.phase;
    return phase === 'failed' || phase === 'lost' || phase === 'gone';
  };
  return {
    stored: files.length - missing.length,
    active: missing.filter((file) => !isFailed(file)),
    failed: missing.filter(isFailed),
  };
}
