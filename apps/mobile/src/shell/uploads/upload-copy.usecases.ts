import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { PickedFile } from '../../platform/index.ts';
import { findUpload, uploadFile } from '../../platform/transfers/upload.usecases.ts';
import { copyPath, type UploadedFile, type UploadOwner } from './upload.types.ts';

const copyChunkBytes = 1024 * 1024;

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
  readonly owner: UploadOwner;
  readonly file: UploadedFile;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Uploads a copy to the service, writes its URI into the draft of its owner, and deletes the copy. If a former upload may
 * have succeeded (its response was lost, or another tab has removed the copy), the service is queried first and
 * nothing is sent twice.
 */
export async function uploadCopy(
  context: DocumentsContext,
  { owner, file, onProgress, signal }: CopyUpload,
): Promise<void> {
  const files = await context.platform.files();
  const path = copyPath(owner, file.id);
  const { api, platform, accountID } = context;
  const service = { api, platform, accountID, tid: owner.tid };
  const change = (changed: Partial<UploadedFile>) => owner.change(file.id, changed);
  // The job may hold an older state of the file than the store.
  const current = owner.find(file.id) ?? file;
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
