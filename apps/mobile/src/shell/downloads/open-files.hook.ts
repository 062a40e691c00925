import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { documentErrorOf } from '../../platform/documents/document.errors.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { ImportError, importFiles } from '../../platform/documents/import-files.usecases.ts';
import type { PickedFile } from '../../platform/index.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';
import { useRefreshDocuments } from '../refresh-documents.hook.ts';

type OpenFilesOptions<File> = {
  /** Called with each file once it is stored. */
  readonly onStored?: (file: File) => Promise<void>;
  /** Called with the id of a single file; several files stay in the list. */
  readonly onSingleFile: (fileID: string) => void;
  /** Replaces the retry, which imports the failed files again. */
  readonly onRetry?: () => void;
};

/** Imports files and opens a single one, or leaves several in the list. Resolves false if the user cancelled. */
export function useOpenFiles() {
  const { preview, documents, common } = useTexts();
  const refresh = useRefreshDocuments();
  return useCallback(
    async <File extends PickedFile>(
      context: DocumentsContext,
      files: readonly File[],
      { onStored, onSingleFile, onRetry }: OpenFilesOptions<File>,
    ): Promise<boolean> => {
      const reportFailure = (error: unknown, failed: readonly File[]) => {
        const reason = preview.problems[documentErrorOf(error).code].title;
        const [first = '', ...more] = failed.map(({ name }) => name);
        const onPress = onRetry ?? (() => void importAll(failed));
        const text = documents.notOpened(first, more.length, reason);
        showSnackbar({ color: 'error', text, action: { label: common.retry, onPress } });
      };
      const importAll = async (chosen: readonly File[]): Promise<boolean> => {
        try {
          const ids = await importFiles(context, chosen, onStored);
          if (ids === null) return false;
          const [only, ...more] = ids;
          if (only !== undefined && more.length === 0) onSingleFile(only);
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
          const failed = new Set(error.failures.map(({ file }) => file));
          reportFailure(
            error.failures[0]?.error,
            chosen.filter((file) => failed.has(file)),
          );
        } finally {
          await refresh();
        }
        return true;
      };
      return importAll(files);
    },
    [preview, documents, common, refresh],
  );
}
