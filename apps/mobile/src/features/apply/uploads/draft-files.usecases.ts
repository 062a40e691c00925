import type { FileService } from '../../../platform/api/file-token.client.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { accountFolder } from '../../../platform/documents/document.types.ts';
import type { PickedFile } from '../../../platform/index.ts';
import { findUpload, uploadFile } from '../../../platform/transfers/upload.usecases.ts';
import type { DraftFile } from '../draft.types.ts';
import { getDraft, updateFile } from '../drafts.store.ts';

const copyChunkBytes = 1024 * 1024;

/**
 * Folder of the copies of a draft's files. A copy stays until the file is uploaded, so that uploads resume
 * after the app was killed.
 */
export const draftFolder = (accountID: string, draftID: string) =>
  `${accountFolder(accountID)}/drafts/${draftID}`;

export const copyPath = (accountID: string, draftID: string, fileID: string) =>
  `${draftFolder(accountID, draftID)}/${fileID}`;

export const fileServiceOf = ({ api, platform, accountID }: DocumentsContext, tid: string): FileService => ({
  api,
  platform,
  accountID,
  tid,
});

type CopyJob = {
  readonly path: string;
  readonly file: PickedFile;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Copies a picked file to the device unchanged; the browser can read a picked file only while the page lives.
 */
export async function storeCopy(
  { platform }: DocumentsContext,
  { path, file, onProgress, signal }: CopyJob,
): Promise<void> {
  const files = await platform.files();
  const part = `${path}.part`;
  try {
    await files.write(part, new Uint8Array());
    for (let offset = 0; offset < file.size; offset += copyChunkBytes) {
      signal.throwIfAborted();
      await files.appendChunk(part, await file.read(offset, Math.min(copyChunkBytes, file.size - offset)));
      onProgress(Math.min(offset + copyChunkBytes, file.size), file.size);
    }
    await files.move(part, path);
  } catch (error) {
    await files.remove(part);
    throw error;
  }
}

type CopyUpload = {
  readonly draftID: string;
  readonly tid: string;
  readonly file: DraftFile;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Uploads a copy to the service, writes its URI into the draft, and deletes the copy. If a former upload may
 * have succeeded (its response was lost, or another tab has removed the copy), the service is queried first and
 * nothing is sent twice.
 */
export async function uploadCopy(
  context: DocumentsContext,
  { draftID, tid, file, onProgress, signal }: CopyUpload,
): Promise<void> {
  const files = await context.platform.files();
  const path = copyPath(context.accountID, draftID, file.id);
  const service = fileServiceOf(context, tid);
  const change = (changed: Partial<DraftFile>) => updateFile(context, { draftID, fileID: file.id }, changed);
  // The job may hold an older state of the file than the store.
  const current = getDraft(draftID)?.files.find(({ id }) => id === file.id) ?? file;
  const hasCopy = (await files.stat(path)) !== null;
  const existing = current.tried || !hasCopy ? await findUpload(service, file.id) : null;
  signal.throwIfAborted();
  if (!current.tried) await change({ tried: true });
  const uploadFromCopy = async () =>
    uploadFile(service, {
      key: file.id,
      name: file.name,
      content: await files.blob(path),
      onProgress,
      signal,
    });
  const { uri } = existing ?? (await uploadFromCopy());
  await change({ uri, copied: false });
  await files.remove(path);
}
