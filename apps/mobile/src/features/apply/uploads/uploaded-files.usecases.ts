import { ApiError } from '../../../platform/api/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { readReceipt } from '../../../platform/transfers/stored-files.usecases.ts';
import { markUploadMissing } from '../../../shell/uploads/uploads.store.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import { updateDraft } from '../drafts.store.ts';
import { fileServiceOf } from './draft-files.usecases.ts';

/**
 * Checks that the uploaded files of an opened draft still exist at the service, and marks missing ones, which
 * otherwise only submitting would reveal. A file that cannot be checked now is assumed to exist.
 */
export async function checkUploadedFiles(
  context: DocumentsContext,
  { draftID, tid, files }: ApplicationDraft,
): Promise<void> {
  for (const { id, uri } of files) {
    if (uri === null || !(await isMissing(context, tid, uri))) continue;
    markUploadMissing(id);
    await updateDraft(context, draftID, (draft) => ({
      ...draft,
      files: draft.files.map((file) =>
        file.uri === uri ? { ...file, uri: null, copied: false, tried: false } : file,
      ),
    }));
  }
}

async function isMissing(context: DocumentsContext, tid: string, uri: string): Promise<boolean> {
  try {
    await readReceipt(fileServiceOf(context, tid), uri);
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === 'file.file_does_not_exist';
  }
}
