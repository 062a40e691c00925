import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { maxQueuedFiles } from '../../platform/documents/file-queue.rules.ts';
import { dismissImport, importFiles } from '../../platform/documents/import-files.usecases.ts';
import type { PickedFile } from '../../platform/index.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';
import { useRefreshDocuments } from '../refresh-documents.hook.ts';
import { useImportProblemText } from './import-problem.hook.ts';

type OpenFilesOptions<File> = {
  /** Called with each file once it is stored or no longer wanted. */
  readonly onReleased?: (file: File) => Promise<void>;
  /** Called with the id of a single file; several files stay in the list. */
  readonly onSingleFile: (fileID: string) => void;
};

/**
 * Imports files. A single one opens, and a message reports its failure; several are listed above the documents, each
 * with its state.
 */
export function useOpenFiles() {
  const { documents, common } = useTexts();
  const problemText = useImportProblemText();
  const refresh = useRefreshDocuments();
  return useCallback(
    async <File extends PickedFile>(
      context: DocumentsContext,
      files: readonly File[],
      { onReleased, onSingleFile }: OpenFilesOptions<File>,
    ): Promise<void> => {
      const jobOf = (file: File, rejectsDamaged: boolean) => ({
        context,
        file,
        rejectsDamaged,
        ...(onReleased ? { onReleased: () => onReleased(file) } : {}),
      });
      const openOne = async (file: File): Promise<void> => {
        const [queued] = importFiles([jobOf(file, false)]);
        const state = await queued?.ended;
        if (queued === undefined || !state) return;
        dismissImport(queued.id, true);
        await refresh();
        if (state.phase === 'done') onSingleFile(state.result.fileID);
        if (state.phase !== 'failed') return;
        const text = documents.notOpened(file.name, problemText(state.failure));
        const action = { label: common.retry, onPress: () => void openOne(file) };
        showSnackbar({ color: 'error', text, action });
      };
      const [only, ...more] = files;
      if (only !== undefined && more.length === 0) return openOne(only);
      if (files.length > maxQueuedFiles)
        showSnackbar({ color: 'info', text: documents.imports.tooMany(maxQueuedFiles) });
      const jobs = files.slice(0, maxQueuedFiles).map((file) => jobOf(file, true));
      await Promise.all(importFiles(jobs).map(({ ended }) => ended));
    },
    [documents, common, problemText, refresh],
  );
}
