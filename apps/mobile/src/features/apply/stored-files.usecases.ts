import { ApiError } from '../../platform/api/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { readReceipt } from '../../platform/transfers/stored-files.usecases.ts';
import type { ApplicationDraft } from './draft.types.ts';
import { fileServiceOf } from './draft-files.usecases.ts';
import { changeDraft } from './drafts.store.ts';
import { markGone } from './uploads.store.ts';

/**
 * Asks of each file that an opened draft has at the service whether it is still there, and says at the file where it is
 * not: else only the sending would tell. What cannot be asked now is taken to be there.
 */
export async function checkStoredFiles(
  context: DocumentsContext,
  { draftID, tid, files }: ApplicationDraft,
): Promise<void> {
  for (const { id, uri } of files) {
    if (uri === null || !(await isGone(context, tid, uri))) continue;
    markGone(id);
    await changeDraft(context, draftID, (draft) => ({
      ...draft,
      files: draft.files.map((file) =>
        file.uri === uri ? { ...file, uri: null, copied: false, tried: false } : file,
      ),
    }));
  }
}

async function isGone(context: DocumentsContext, tid: string, uri: string): Promise<boolean> {
  try {
    await readReceipt(fileServiceOf(context, tid), uri);
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === 'file.file_does_not_exist';
  }
}
