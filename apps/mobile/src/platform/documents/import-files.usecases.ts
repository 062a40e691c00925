import type { PickedFile } from '../ports/picker.port.ts';
import { documentErrorOf } from './document.errors.ts';
import type { DocumentsContext } from './document.types.ts';
import { createFileQueue } from './file-queue.usecases.ts';
import { importFile } from './import-file.usecases.ts';
import { type ImportedDocument, type ImportProblem, useImports } from './imports.store.ts';

export type ImportJob = {
  readonly context: DocumentsContext;
  readonly file: PickedFile;
  /** Rejects a damaged protected file, because nobody opens it now to see the damage. */
  readonly rejectsDamaged?: boolean;
  /** Called once the file is stored or no longer wanted. */
  readonly onReleased?: () => Promise<void>;
};

/** The chosen file itself cannot be read. */
class UnreadableFileError extends Error {
  constructor() {
    super('The chosen file cannot be read');
    this.name = 'UnreadableFileError';
  }
}

/**
 * The imports of the page. They continue while the user is elsewhere in the app; a new batch does not interrupt an
 * earlier one.
 */
const queue = createFileQueue<ImportJob, ImportedDocument, ImportProblem>({
  run: async ({ context, file, rejectsDamaged = false }, { signal, onProgress }) => {
    let isKnown = false;
    let isUnreadable = false;
    const read: PickedFile['read'] = (offset, length) =>
      file.read(offset, length).catch((error: unknown) => {
        isUnreadable = true;
        throw error;
      });
    const onKnown = () => {
      isKnown = true;
    };
    try {
      const options = { signal, onProgress, rejectsDamaged, onKnown };
      return { fileID: await importFile(context, { ...file, read }, options), isKnown };
    } catch (error) {
      throw isUnreadable ? new UnreadableFileError() : error;
    }
  },
  toFailure: (error) => (error instanceof UnreadableFileError ? 'notReadable' : documentErrorOf(error).code),
  onRows: (rows) => useImports.setState({ rows }),
  onReleased: async ({ onReleased }) => onReleased?.(),
});

/** Imports files one after the other, behind those that are waiting. Cancelling or failing ends only one file. */
export const importFiles = queue.add;
export const cancelImport = queue.cancel;
export const cancelImports = queue.cancelAll;
export const retryImport = queue.retry;
export const dismissImport = queue.dismiss;

/** Removes all files that have ended from the list. */
export function dismissImports(): void {
  for (const { id } of useImports.getState().rows) queue.dismiss(id);
}

/** Cancels all imports on sign-out. Their files are not released: they stay for the next sign-in. */
export const endImports = (): void => queue.end();
