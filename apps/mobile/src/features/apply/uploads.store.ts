import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';
import type { ApiError } from '../../platform/api/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { PickedFile } from '../../platform/index.ts';
import { isFinal, sendWaiting, useOutboxStore } from '../../platform/outbox/index.ts';
import { transferErrorOf, waitsForLine } from '../../platform/transfers/transfer.errors.ts';
import type { DraftFile } from './draft.types.ts';
import { copyPath, keepCopy, sendCopy } from './draft-files.usecases.ts';
import { changeFile } from './drafts.store.ts';
import { sendInOnePage } from './upload-lock.usecases.ts';

type Moving = { readonly done: number; readonly total: number } & (
  | { readonly phase: 'copying' }
  | { readonly phase: 'sending' }
);

export type UploadState =
  | { readonly phase: 'waiting' }
  | Moving
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

const show = (fileID: string, state: UploadState | undefined) => useUploads.setState({ [fileID]: state });

export const markGone = (fileID: string): void => show(fileID, { phase: 'gone' });

const running = new Map<string, AbortController>();
onForgetPlaces(() => {
  for (const one of running.values()) one.abort();
  running.clear();
  useUploads.setState({}, true);
});

/** More parallel uploads would only share the same bandwidth. */
const atOnce = 2;
let free = atOnce;
const queue: (() => void)[] = [];

async function inTurn(work: () => Promise<void>): Promise<void> {
  if (free === 0) await new Promise<void>((resolve) => queue.push(resolve));
  else free -= 1;
  try {
    await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else free += 1;
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
  if (running.has(file.id)) return;
  const controller = new AbortController();
  const { signal } = controller;
  running.set(file.id, controller);
  show(file.id, { phase: 'waiting' });
  const progress = (phase: 'copying' | 'sending') => (done: number, total: number) => {
    if (!signal.aborted) show(file.id, { phase, done, total });
  };
  let isSent = false;
  try {
    await inTurn(async () => {
      signal.throwIfAborted();
      const path = copyPath(context.accountID, draftID, file.id);
      const isOfDraft = { draftID, fileID: file.id };
      if (picked) {
        await keepCopy(context, { path, file: picked, onProgress: progress('copying'), signal });
        await changeFile(context, isOfDraft, { copied: true });
      } else if (file.refused) await changeFile(context, isOfDraft, { refused: false });
      progress('sending')(0, file.size);
      isSent = await sendInOnePage({ fileID: file.id, kind: context.platform.kind }, () =>
        sendCopy(context, { draftID, tid, file, onProgress: progress('sending'), signal }),
      );
    });
    show(file.id, undefined);
    if (isSent) goOnSending(draftID);
  } catch (cause) {
    if (signal.aborted) return;
    await fail(context, job, cause);
  } finally {
    if (running.get(file.id) === controller) running.delete(file.id);
  }
}

/** A queued application is sent with its last upload, or rejected with a failed one. */
function goOnSending(draftID: string): void {
  const { entries } = useOutboxStore.getState();
  if (entries.some(({ subject, state }) => subject === draftID && state === 'waiting')) void sendWaiting();
}

async function fail(context: DocumentsContext, job: UploadJob, cause: unknown): Promise<void> {
  const { draftID, file } = job;
  const files = await context.platform.files();
  const copied = (await files.stat(copyPath(context.accountID, draftID, file.id))) !== null;
  const error = transferErrorOf(cause, copied ? 'file.upload_failed' : 'file.not_readable');
  show(file.id, { phase: 'failed', error });
  if (isFinal(error)) {
    await changeFile(context, { draftID, fileID: file.id }, { refused: true });
    goOnSending(draftID);
  }
  if (!copied || !waitsForLine(error)) return;
  const end = context.platform.network.subscribe((online) => {
    if (!online) return;
    end();
    const { picked: _, ...again } = job;
    if (useUploads.getState()[file.id]?.phase === 'failed') void startUpload(context, again);
  });
}

/** Retries a failed upload. */
export async function retryUpload(context: DocumentsContext, job: UploadJob): Promise<void> {
  const files = await context.platform.files();
  const path = copyPath(context.accountID, job.draftID, job.file.id);
  const copied = (await files.stat(path)) !== null;
  if (copied !== (job.file.copied ?? false))
    await changeFile(context, { draftID: job.draftID, fileID: job.file.id }, { copied });
  if (copied) await startUpload(context, job);
  else show(job.file.id, { phase: 'lost' });
}

/** Resumes the uploads that were running when the app ended. */
export async function resumeUploads(
  context: DocumentsContext,
  draft: { readonly draftID: string; readonly tid: string; readonly files: readonly DraftFile[] },
): Promise<void> {
  for (const file of draft.files) {
    if (file.uri !== null || running.has(file.id) || useUploads.getState()[file.id]) continue;
    await retryUpload(context, { draftID: draft.draftID, tid: draft.tid, file });
  }
}

export function endUpload(fileID: string): void {
  running.get(fileID)?.abort();
  running.delete(fileID);
  show(fileID, undefined);
}
