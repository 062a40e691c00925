import { useCallback, useRef, useState } from 'react';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { documentErrorOf } from '../../platform/documents/document.errors.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { importFile } from '../../platform/documents/import-file.usecases.ts';
import { usePreviewLayer } from '../../platform/documents/preview-layer.hook.ts';
import type { PickedFile } from '../../platform/index.ts';
import { useRefreshDocuments } from './documents.queries.ts';

export type Importing = { readonly name: string; readonly percent: number };

/** Takes files in and opens the one, or shows several in the list. */
export function useOpenFiles(context: DocumentsContext) {
  const { preview } = useTexts();
  const { openRecord } = usePreviewLayer();
  const refresh = useRefreshDocuments();
  const [importing, setImporting] = useState<Importing | null>(null);
  const running = useRef<AbortController | null>(null);

  const openFiles = useCallback(
    async (files: readonly PickedFile[]) => {
      const controller = new AbortController();
      running.current?.abort();
      running.current = controller;
      try {
        const ids: string[] = [];
        for (const file of files) {
          setImporting({ name: file.name, percent: 0 });
          ids.push(
            await importFile(context, file, {
              onProgress: (percent) => setImporting({ name: file.name, percent }),
              signal: controller.signal,
            }),
          );
        }
        await refresh();
        const [only, ...more] = ids;
        if (only !== undefined && more.length === 0) openRecord(only);
      } catch (error) {
        if (controller.signal.aborted) return;
        showSnackbar({ color: 'error', text: preview.problems[documentErrorOf(error).code].title });
      } finally {
        if (running.current === controller) setImporting(null);
      }
    },
    [context, openRecord, preview, refresh],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setImporting(null);
  }, []);
  return { openFiles, importing, cancel };
}
