import { create } from 'zustand';
import { type LockWait, withLock } from '../adapters/web-lock.ts';
import type { ApiError } from '../api/index.ts';
import { localDatabase } from '../database/local-database.adapter.ts';
import { type DocumentsContext, downloadFileID, storedPath } from '../documents/document.types.ts';
import { downloadFlow, dropFlowDownload, type FlowDownloadStep } from './flow-download.usecases.ts';
import { type FlowDownload, type FlowDownloadKey, flowDownloadsOf } from './flow-downloads.repository.ts';
import { onStoppedElsewhere, stopElsewhere } from './stopped-elsewhere.adapter.ts';
import { transferErrorOf, waitsForLine } from './transfer.errors.ts';

export type FlowDownloadState =
  | FlowDownloadStep
  /** Paused by the user; `at` is the last progress. */
  | { readonly phase: 'paused'; readonly at: FlowDownloadStep }
  | { readonly phase: 'done'; readonly fileID: string }
  | { readonly phase: 'failed'; readonly error: ApiError };

/** Downloads that run or ended since the app started, by account and flow. */
export const useFlowDownloads = create<Readonly<Record<string, FlowDownloadState | undefined>>>(() => ({}));

export const downloadName = (accountID: string, { tid, flowID }: FlowDownloadKey) =>
  JSON.stringify([accountID, tid, flowID]);

/** The request for a download; the other columns are set here. */
export type AskedDownload = Omit<FlowDownload, 'downloadID' | 'state' | 'paused'>;

/** Functions that cancel a running download, or its wait for the network. */
const running = new Map<string, () => void>();

/** Cancels a running or failed download of this tab; one that another tab paused is read from its row. */
function stopHere(name: string): void {
  running.get(name)?.();
  running.delete(name);
  show(name, undefined);
}
onStoppedElsewhere((name) => {
  if (running.has(name)) stopHere(name);
});

const show = (name: string, state: FlowDownloadState | undefined) =>
  useFlowDownloads.setState({ [name]: state });

const rowsOf = async ({ platform, accountID }: DocumentsContext) =>
  flowDownloadsOf(await localDatabase(platform), accountID);

/** The last task of each download in this tab: serialises them also without locks. */
const last = new Map<string, Promise<unknown>>();

/** Two tasks that write the same file would corrupt it: this waits for tasks of this or another tab. */
async function alone<T>(name: string, work: () => Promise<T>, wait: LockWait = {}): Promise<T> {
  const before = last.get(name);
  const mine = (async () => {
    await before?.catch(() => undefined);
    wait.signal?.throwIfAborted();
    return withLock(`sealflow.download.${name}`, work, wait);
  })();
  last.set(name, mine);
  try {
    return await mine;
  } finally {
    if (last.get(name) === mine) last.delete(name);
  }
}

/** Starts a download, or continues an interrupted one; one at a time per flow. */
export async function startFlowDownload(context: DocumentsContext, asked: AskedDownload): Promise<void> {
  const name = downloadName(context.accountID, asked);
  running.get(name)?.();
  const controller = new AbortController();
  const { signal } = controller;
  running.set(name, () => controller.abort());
  show(name, { phase: 'preparing', done: 0, total: 0 });
  try {
    const rows = await rowsOf(context);
    const before = await rows.find(asked);
    const bring = async () => {
      const known = await rows.find(asked);
      const isOver = known === null || known.state === 'done';
      // Another tab has completed it meanwhile.
      if (known?.state === 'done' && before?.state !== 'done') return downloadFileID(asked.tid, asked.flowID);
      const job: FlowDownload = isOver
        ? { ...asked, downloadID: null, state: 'running', paused: 0 }
        : { ...known, paused: 0 };
      await rows.put(job);
      return downloadFlow(context, job, {
        signal,
        onStep: (step) => {
          if (!signal.aborted) show(name, step);
        },
      });
    };
    // The other tab's download has no time limit.
    const fileID = await alone(name, bring, { signal, waitLimitMs: Number.POSITIVE_INFINITY });
    if (!signal.aborted) show(name, { phase: 'done', fileID });
  } catch (cause) {
    if (signal.aborted) return;
    const error = transferErrorOf(cause, 'file.download_failed');
    show(name, { phase: 'failed', error });
    if (waitsForLine(error)) return goOnOnline(context, asked, name);
  }
  if (!signal.aborted) running.delete(name);
}

function goOnOnline(context: DocumentsContext, asked: AskedDownload, name: string): void {
  const end = context.platform.network.subscribe((online) => {
    if (online) void startFlowDownload(context, asked);
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
  const name = downloadName(context.accountID, key);
  const state = useFlowDownloads.getState()[name];
  stopHere(name);
  if (state?.phase === 'preparing' || state?.phase === 'receiving')
    show(name, { phase: 'paused', at: state });
  await (await rowsOf(context)).pause(key);
  stopElsewhere(name);
}

/** Cancels a download and deletes its data. */
export async function cancelFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const name = downloadName(context.accountID, key);
  stopHere(name);
  stopElsewhere(name);
  // After the running write, whose file would stay otherwise.
  await alone(name, () => dropFlowDownload(context, key));
}

/** Continues downloads that ran when the app ended. */
export async function resumeFlowDownloads(context: DocumentsContext, tid: string): Promise<void> {
  for (const job of await (await rowsOf(context)).unfinished(tid)) {
    if (!running.has(downloadName(context.accountID, job))) void startFlowDownload(context, job);
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
