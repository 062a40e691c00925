import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { documentErrorOf } from '../../platform/documents/document.errors.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { importFiles } from '../../platform/documents/import-files.usecases.ts';
import type { PickedFile } from '../../platform/index.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';
import { useRefreshDocuments } from '../refresh-documents.hook.ts';

type OpenFilesOptions<File> = {
  /** Called with each file once it is stored. */
  readonly onStored?: (file: File) => Promise<void>;
  /** Called with the id of a single file; several files stay in the list. */
  readonly onSingleFile: (fileID: string) => void;
  readonly retry?: { readonly label: string; readonly onPress: () => void };
};

/** Imports files and opens a single one, or leaves several in the list. Resolves false if the user cancelled. */
export function useOpenFiles() {
  const { preview } = useTexts();
  const refresh = useRefreshDocuments();
  return useCallback(
    async <File extends PickedFile>(
      context: DocumentsContext,
      files: readonly File[],
      { onStored, onSingleFile, retry }: OpenFilesOptions<File>,
    ): Promise<boolean> => {
      try {
        const ids = await importFiles(context, files, onStored);
        if (ids === null) return false;
        const [only, ...more] = ids;
        if (only !== undefined && more.length === 0) onSingleFile(only);
      } catch (error) {
        const text = preview.problems[documentErrorOf(error).code].title;
        showSnackbar({ color: 'error', text, ...(retry === undefined ? {} : { action: retry }) });
      } finally {
        await refresh();
      }
      return true;
    },
    [preview, refresh],
  );
}
