import { create } from 'zustand';
import type { ApiError } from '../api/index.ts';
import {
  type FlowDownload,
  type FlowDownloadKey,
  flowDownloadsOf,
} from '../database/flow-downloads.repository.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { type DocumentsContext, downloadFileID, storedPath } from '../documents/document.types.ts';
import { type LockWait, withLock } from '../locks/web-lock.util.ts';
import { deleteFlowDownload, downloadFlow, type FlowDownloadStep } from './flow-download.usecases.ts';
import { transferErrorOf, waitsForNetwork } from './transfer.errors.ts';

// Missing in Safari before 15.4: a download in another tab continues there until it is complete.
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sealflow.downloads.stopped');

/** Notifies other tabs that a download was stopped here. */
const notifyStopped = (name: string): void => channel?.postMessage(name);

function onDownloadStopped(stop: (name: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => stop(data));
}

export type FlowDownloadState =
  | FlowDownloadStep
  /** Paused by the user; `at` is the last progress. */
  | { readonly phase: 'paused'; readonly at: FlowDownloadStep }
  | { readonly phase: 'done'; readonly fileID: string }
  | { readonly phase: 'failed'; readonly error: ApiError };

/** Downloads that run or ended since the app started, by account and flow. */
export const useFlowDownloads = create<Readonly<Record<string, FlowDownloadState | undefined>>>(() => ({}));

export const downloadKey = (accountID: string, { tid, flowID }: FlowDownloadKey) =>
  JSON.stringify([accountID, tid, flowID]);

/** The request for a download; the other columns are set here. */
export type DownloadRequest = Omit<FlowDownload, 'downloadID' | 'state' | 'paused'>;

/** Functions that cancel a running download, or its wait for the network. */
const running = new Map<string, () => void>();

/** Cancels a running or failed download of this tab; one that another tab paused is read from its row. */
function stopInThisTab(name: string): void {
  running.get(name)?.();
  running.delete(name);
  setDownloadState(name, undefined);
}
onDownloadStopped((name) => {
  if (running.has(name)) stopInThisTab(name);
});

const setDownloadState = (name: string, state: FlowDownloadState | undefined) =>
  useFlowDownloads.setState({ [name]: state });

const rowsOf = async ({ platform, accountID }: DocumentsContext) =>
  flowDownloadsOf(await localDatabase(platform), accountID);

/** The last task of each download in this tab: serialises them also without locks. */
const lastTasks = new Map<string, Promise<unknown>>();

/** Two tasks that write the same file would corrupt it: this waits for tasks of this or another tab. */
async function serialise<T>(name: string, work: () => Promise<T>, wait: LockWait = {}): Promise<T> {
  const before = lastTasks.get(name);
  const task = (async () => {
    await before?.catch(() => undefined);
    wait.signal?.throwIfAborted();
    return withLock(`sealflow.download.${name}`, work, wait);
  })();
  lastTasks.set(name, task);
  try {
    return await task;
  } finally {
    if (lastTasks.get(name) === task) lastTasks.delete(name);
  }
}

/** Starts a download, or continues an interrupted one; one at a time per flow. */
export async function startFlowDownload(context: DocumentsContext, request: DownloadRequest): Promise<void> {
  const name = downloadKey(context.accountID, request);
  running.get(name)?.();
  const controller = new AbortController();
  const { signal } = controller;
  running.set(name, () => controller.abort());
  setDownloadState(name, { phase: 'preparing', done: 0, total: 0 });
  try {
    const rows = await rowsOf(context);
    const before = await rows.find(request);
    const runDownload = async () => {
      const existing = await rows.find(request);
      const isOver = existing === null || existing.state === 'done';
      // Another tab has completed it meanwhile.
      if (existing?.state === 'done' && before?.state !== 'done')
        return downloadFileID(request.tid, request.flowID);
      const job: FlowDownload = isOver
        ? { ...request, downloadID: null, state: 'running', paused: 0 }
        : { ...existing, paused: 0 };
      await rows.upsert(job);
      return downloadFlow(context, job, {
        signal,
        onStep: (step) => {
          if (!signal.aborted) setDownloadState(name, step);
        },
      });
    };
    // The other tab's download has no time limit.
    const fileID = await serialise(name, runDownload, { signal, waitLimitMs: Number.POSITIVE_INFINITY });
    if (!signal.aborted) setDownloadState(name, { phase: 'done', fileID });
  } catch (cause) {
    if (signal.aborted) return;
    const error = transferErrorOf(cause, 'file.download_failed');
    setDownloadState(name, { phase: 'failed', error });
    if (waitsForNetwork(error)) return resumeOnline(context, request, name);
  }
  if (!signal.aborted) running.delete(name);
}

function resumeOnline(context: DocumentsContext, request: DownloadRequest, name: string): void {
  const end = context.platform.network.subscribe((online) => {
    if (online) void startFlowDownload(context, request);
  });
  running.set(name, end);
}

/** Continues a download that failed, or that has not run since the app started. */
export async function retryFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const job = await (await rowsOf(context)).find(key);
  if (job !== null) await startFlowDownload(context, job);
}

/** Pauses a download, in whichever tab it runs; it resumes on request, also after a restart. */
export async function pauseFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const name = downloadKey(context.accountID, key);
  const state = useFlowDownloads.getState()[name];
  stopInThisTab(name);
  if (state?.phase === 'preparing' || state?.phase === 'receiving')
    setDownloadState(name, { phase: 'paused', at: state });
  await (await rowsOf(context)).pause(key);
  notifyStopped(name);
}

/** Cancels a download and deletes its data. */
export async function cancelFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const name = downloadKey(context.accountID, key);
  stopInThisTab(name);
  notifyStopped(name);
  // After the running write, whose file would stay otherwise.
  await serialise(name, () => deleteFlowDownload(context, key));
}

/** Continues downloads that ran when the app ended. */
export async function resumeFlowDownloads(context: DocumentsContext, tid: string): Promise<void> {
  for (const job of await (await rowsOf(context)).listResumable(tid)) {
    if (!running.has(downloadKey(context.accountID, job))) void startFlowDownload(context, job);
  }
}

/** The record id of an earlier completed download of a flow, if its file still exists. */
export async function findDownloaded(
  context: DocumentsContext,
  key: FlowDownloadKey,
): Promise<string | null> {
  const row = await (await rowsOf(context)).find(key);
  if (row?.state !== 'done' && row?.state !== 'received') return null;
  const fileID = downloadFileID(key.tid, key.flowID);
  const files = await context.platform.files();
  return (await files.stat(storedPath(context.accountID, fileID))) === null ? null : fileID;
}

/** Ends all downloads at a sign-out; they continue at the next sign-in. */
export function endFlowDownloads(): void {
  for (const end of running.values()) end();
  running.clear();
  useFlowDownloads.setState({}, true);
}
