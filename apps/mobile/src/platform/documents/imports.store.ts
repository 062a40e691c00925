import { create } from 'zustand';
import type { DocumentProblem } from './document.errors.ts';
import type { QueueRow } from './file-queue.rules.ts';

/** `isKnown`: the account had the file on this device before. */
export type ImportedDocument = { readonly fileID: string; readonly isKnown: boolean };

/** Why a file was not imported; `notReadable`: the chosen file itself cannot be read. */
export type ImportProblem = DocumentProblem | 'notReadable';

export type ImportRow = QueueRow<ImportedDocument, ImportProblem>;

/** The imported files, shown above the documents. */
export const useImports = create<{ readonly rows: readonly ImportRow[] }>(() => ({ rows: [] }));
