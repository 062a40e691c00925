import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { ImportProblem } from '../../platform/documents/imports.store.ts';

/** The reason why a file was not imported, as text. */
export function useImportProblemText(): (problem: ImportProblem) => string {
  const { preview, documents } = useTexts();
  return useCallback(
    (problem) =>
      problem === 'notReadable' ? documents.imports.notReadable : preview.problems[problem].title,
    [preview, documents],
  );
}
