import { create } from 'zustand';
import type { ApiError } from '../../platform/api/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { isFinal } from '../../platform/outbox/index.ts';
import { transferErrorOf, waitsForNetwork } from '../../platform/transfers/transfer.errors.ts';
import { onScrollPositionsCleared } from '../navigation/scroll-restoration.hook.ts';
import { copyPath, type UploadedFile, type UploadJob, type UploadOwner } from './upload.types.ts';
import { storeCopy, uploadCopy } from './upload-copy.usecases.ts';
import { uploadExclusively } from './upload-lock.usecases.ts';

type TransferProgress = { readonly done: number; readonly total: number } & (
  | { readonly phase: 'copying' }
  | { readonly phase: 'sending' }
);

export type UploadState =
  | { readonly phase: 'waiting' }
  | TransferProgress
  /** The copy was incomplete when the app ended; the user must pick the file again. */
  | { readonly phase: 'lost' }
  /** The service no longer has the uploaded file. */
  | { readonly phase: 'gone' }
  | { readonly phase: 'failed'; readonly error: ApiError };

/**
 * State of the running and failed uploads, by the file's id. Uploads continue while the user is
 * elsewhere in the app.
 */
export const useUploads = create<Readonly<Record<string, UploadState | undefined>>>(() => ({}));

const setUploadState = (fileID: string, state: UploadState | undefined) =>
  useUploads.setState({ [fileID]: state });

export const markUploadMissing = (fileID: string): void => setUploadState(fileID, { phase: 'gone' });

const activeUploads = new Map<string, AbortController>();
onScrollPositionsCleared(() => {
  for (const one of activeUploads.values()) one.abort();
  activeUploads.clear();
  useUploads.setState({}, true);
});

/** More parallel uploads would only share the same bandwidth. */
const maxConcurrentUploads = 2;
let freeSlots = maxConcurrentUploads;
const queue: (() => void)[] = [];

async function limitConcurrency(work: () => Promise<void>): Promise<void> {
  if (freeSlots === 0) await new Promise<void>((resolve) => queue.push(resolve));
  else freeSlots -= 1;
  try {
    await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else freeSlots += 1;
  }
}

/** Copies and uploads a file. After a network failure it retries once the device is online. */
export async function startUpload(context: DocumentsContext, job: UploadJob): Promise<void> {
  const { owner, file, picked } = job;
  if (activeUploads.has(file.id)) return;
  const controller = new AbortController();
  const { signal } = controller;
  activeUploads.set(file.id, controller);
  setUploadState(file.id, { phase: 'waiting' });
  const reportProgress = (phase: 'copying' | 'sending') => (done: number, total: number) => {
    if (!signal.aborted) setUploadState(file.id, { phase, done, total });
  };
  let isUploaded = false;
  try {
    await limitConcurrency(async () => {
      signal.throwIfAborted();
      const path = copyPath(owner, file.id);
      if (picked) {
        await storeCopy(context, { path, file: picked, onProgress: reportProgress('copying'), signal });
        await owner.change(file.id, { copied: true });
      } else if (file.refused) await owner.change(file.id, { refused: false });
      reportProgress('sending')(0, file.size);
      isUploaded = await uploadExclusively({ fileID: file.id, kind: context.platform.kind }, () =>
        uploadCopy(context, { owner, file, onProgress: reportProgress('sending'), signal }),
      );
    });
    setUploadState(file.id, undefined);
    if (isUploaded) owner.onEnd();
  } catch (cause) {
    if (signal.aborted) return;
    await handleFailure(context, job, cause);
  } finally {
    if (activeUploads.get(file.id) === controller) activeUploads.delete(file.id);
  }
}

async function handleFailure(context: DocumentsContext, job: UploadJob, cause: unknown): Promise<void> {
  const { owner, file } = job;
  const files = await context.platform.files();
  const copied = (await files.stat(copyPath(owner, file.id))) !== null;
  const error = transferErrorOf(cause, copied ? 'file.upload_failed' : 'file.not_readable');
  setUploadState(file.id, { phase: 'failed', error });
  if (isFinal(error)) {
    await owner.change(file.id, { refused: true });
    owner.onEnd();
  }
  if (!copied || !waitsForNetwork(error)) return;
  const unsubscribe = context.platform.network.subscribe((online) => {
    if (!online) return;
    unsubscribe();
    const { picked: _, ...retryJob } = job;
    if (useUploads.getState()[file.id]?.phase === 'failed') void startUpload(context, retryJob);
  });
}

/** Retries a failed upload. */
export async function retryUpload(context: DocumentsContext, job: UploadJob): Promise<void> {
  const files = await context.platform.files();
  const copied = (await files.stat(copyPath(job.owner, job.file.id))) !== null;
  if (copied !== (job.file.copied ?? false)) await job.owner.change(job.file.id, { copied });
  if (copied) await startUpload(context, job);
  else setUploadState(job.file.id, { phase: 'lost' });
}

/** Resumes the uploads that were running when the app ended. */
export async function resumeUploads(
  context: DocumentsContext,
  { owner, files }: { readonly owner: UploadOwner; readonly files: readonly UploadedFile[] },
): Promise<void> {
  for (const file of files) {
    if (file.uri !== null || activeUploads.has(file.id) || useUploads.getState()[file.id]) continue;
    await retryUpload(context, { owner, file });
  }
}

export function cancelUpload(fileID: string): void {
  activeUploads.get(fileID)?.abort();
  activeUploads.delete(fileID);
  setUploadState(fileID, undefined);
}
