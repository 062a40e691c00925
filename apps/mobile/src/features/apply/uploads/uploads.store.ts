import { create } from 'zustand';
import type { ApiError } from '../../../platform/api/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import type { PickedFile } from '../../../platform/index.ts';
import { isFinal, sendWaiting, useOutboxStore } from '../../../platform/outbox/index.ts';
import { transferErrorOf, waitsForNetwork } from '../../../platform/transfers/transfer.errors.ts';
import { onScrollPositionsCleared } from '../../../shell/navigation/scroll-restoration.hook.ts';
import type { DraftFile } from '../draft.types.ts';
import { updateFile } from '../drafts.store.ts';
import { copyPath, storeCopy, uploadCopy } from './draft-files.usecases.ts';
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
 * State of the running and failed uploads, by the file's id in the draft. Uploads continue while the user is
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

export type UploadJob = {
  readonly draftID: string;
  readonly tid: string;
  readonly file: DraftFile;
  /** The picked file; without it the existing copy is uploaded. */
  readonly picked?: PickedFile;
};

/** Copies and uploads a file. After a network failure it retries once the device is online. */
export async function startUpload(context: DocumentsContext, job: UploadJob): Promise<void> {
  const { draftID, tid, file, picked } = job;
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
      const path = copyPath(context.accountID, draftID, file.id);
      const fileRef = { draftID, fileID: file.id };
      if (picked) {
        await storeCopy(context, { path, file: picked, onProgress: reportProgress('copying'), signal });
        await updateFile(context, fileRef, { copied: true });
      } else if (file.refused) await updateFile(context, fileRef, { refused: false });
      reportProgress('sending')(0, file.size);
      isUploaded = await uploadExclusively({ fileID: file.id, kind: context.platform.kind }, () =>
        uploadCopy(context, { draftID, tid, file, onProgress: reportProgress('sending'), signal }),
      );
    });
    setUploadState(file.id, undefined);
    if (isUploaded) resumeSubmission(draftID);
  } catch (cause) {
    if (signal.aborted) return;
    await handleFailure(context, job, cause);
  } finally {
    if (activeUploads.get(file.id) === controller) activeUploads.delete(file.id);
  }
}

/** A queued application is sent with its last upload, or rejected with a failed one. */
function resumeSubmission(draftID: string): void {
  const { entries } = useOutboxStore.getState();
  if (entries.some(({ subject, state }) => subject === draftID && state === 'waiting')) void sendWaiting();
}

async function handleFailure(context: DocumentsContext, job: UploadJob, cause: unknown): Promise<void> {
  const { draftID, file } = job;
  const files = await context.platform.files();
  const copied = (await files.stat(copyPath(context.accountID, draftID, file.id))) !== null;
  const error = transferErrorOf(cause, copied ? 'file.upload_failed' : 'file.not_readable');
  setUploadState(file.id, { phase: 'failed', error });
  if (isFinal(error)) {
    await updateFile(context, { draftID, fileID: file.id }, { refused: true });
    resumeSubmission(draftID);
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
  const path = copyPath(context.accountID, job.draftID, job.file.id);
  const copied = (await files.stat(path)) !== null;
  if (copied !== (job.file.copied ?? false))
    await updateFile(context, { draftID: job.draftID, fileID: job.file.id }, { copied });
  if (copied) await startUpload(context, job);
  else setUploadState(job.file.id, { phase: 'lost' });
}

/** Resumes the uploads that were running when the app ended. */
export async function resumeUploads(
  context: DocumentsContext,
  draft: { readonly draftID: string; readonly tid: string; readonly files: readonly DraftFile[] },
): Promise<void> {
  for (const file of draft.files) {
    if (file.uri !== null || activeUploads.has(file.id) || useUploads.getState()[file.id]) continue;
    await retryUpload(context, { draftID: draft.draftID, tid: draft.tid, file });
  }
}

export function cancelUpload(fileID: string): void {
  activeUploads.get(fileID)?.abort();
  activeUploads.delete(fileID);
  setUploadState(fileID, undefined);
}
