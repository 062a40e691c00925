import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { accountFolder } from '../../platform/documents/document.types.ts';
import type { PickedFile } from '../../platform/index.ts';
import type { FileService } from '../../platform/transfers/file-token.usecases.ts';
import { findUpload, uploadFile } from '../../platform/transfers/upload.usecases.ts';
import type { DraftFile } from './draft.types.ts';
import { changeFile, shownDraft } from './drafts.store.ts';

const chunkSize = 1024 * 1024;

/** The copies of a draft's files, until the service has them: a killed app goes on sending. */
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

type Copy = {
  readonly path: string;
  readonly file: PickedFile;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};

/** Copies a chosen file as it is: what a person chose is readable only while the page lives. */
export async function keepCopy(
  { platform }: DocumentsContext,
  { path, file, onProgress, signal }: Copy,
): Promise<void> {
  const files = await platform.files();
  const part = `${path}.part`;
  try {
    await files.write(part, new Uint8Array());
    for (let offset = 0; offset < file.size; offset += chunkSize) {
      signal.throwIfAborted();
      await files.appendChunk(part, await file.read(offset, Math.min(chunkSize, file.size - offset)));
      onProgress(Math.min(offset + chunkSize, file.size), file.size);
    }
    await files.move(part, path);
  } catch (error) {
    await files.remove(part);
    throw error;
  }
}

type Sending = {
  readonly draftID: string;
  readonly tid: string;
  readonly file: DraftFile;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Stores a copy at the service and writes where into the draft; the copy goes. Whose answer was lost is asked for, and
 * not sent once more; so is one whose copy is gone, which another tab may have sent.
 */
export async function sendCopy(
  context: DocumentsContext,
  { draftID, tid, file, onProgress, signal }: Sending,
): Promise<void> {
  const files = await context.platform.files();
  const path = copyPath(context.accountID, draftID, file.id);
  const service = fileServiceOf(context, tid);
  const change = (changed: Partial<DraftFile>) => changeFile(context, { draftID, fileID: file.id }, changed);
  // A job may be older than the attempt that it repeats.
  const now = shownDraft(draftID)?.files.find(({ id }) => id === file.id) ?? file;
  const isHere = (await files.stat(path)) !== null;
  const known = now.tried || !isHere ? await findUpload(service, file.id) : null;
  signal.throwIfAborted();
  if (!now.tried) await change({ tried: true });
  const send = async () =>
    uploadFile(service, {
      key: file.id,
      name: file.name,
      content: await files.blob(path),
      onProgress,
      signal,
    });
  const { uri } = known ?? (await send());
  await change({ uri, copied: false });
  await files.remove(path);
}
