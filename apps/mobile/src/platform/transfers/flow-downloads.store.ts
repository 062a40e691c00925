import { create } from 'zustand';
import type { ApiError } from '../api/index.ts';
import { localDatabase } from '../database/local-database.adapter.ts';
import { type DocumentsContext, downloadFileID, storedPath } from '../documents/document.types.ts';
import { downloadFlow, dropFlowDownload, type FlowDownloadStep } from './flow-download.usecases.ts';
import { type FlowDownload, type FlowDownloadKey, flowDownloadsOf } from './flow-downloads.repository.ts';
import { transferErrorOf, waitsForLine } from './transfer.errors.ts';

export type FlowDownloadState =
  | FlowDownloadStep
  | { readonly phase: 'done'; readonly fileID: string }
  | { readonly phase: 'failed'; readonly error: ApiError };

/** What is under way or came to an end since the app started, by account and flow. */
export const useFlowDownloads = create<Readonly<Record<string, FlowDownloadState | undefined>>>(() => ({}));

export const downloadName = (accountID: string, { tid, flowID }: FlowDownloadKey) =>
  JSON.stringify([accountID, tid, flowID]);

/** Ends what runs, or what waits for a line. */
const running = new Map<string, () => void>();

const show = (name: string, state: FlowDownloadState | undefined) =>
  useFlowDownloads.setState({ [name]: state });

const rowsOf = async ({ platform, accountID }: DocumentsContext) =>
  flowDownloadsOf(await localDatabase(platform), accountID);

/** Two that write into one file spoil it: this waits for what runs here or in another tab to come to its end. */
function alone<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) return work();
  return locks.request(`sealflow.download.${name}`, { signal }, work) as Promise<T>;
}

/** Begins a download, or goes on with the one that was broken off; one at a time for a flow. */
export async function startFlowDownload(
  context: DocumentsContext,
  asked: Omit<FlowDownload, 'downloadID' | 'state'>,
): Promise<void> {
  const name = downloadName(context.accountID, asked);
  running.get(name)?.();
  const controller = new AbortController();
  const { signal } = controller;
  running.set(name, () => controller.abort());
  show(name, { phase: 'preparing', done: 0, total: 0 });
  try {
    const rows = await rowsOf(context);
    const before = await rows.find(asked);
    const fileID = await alone(name, signal, async () => {
      const known = await rows.find(asked);
      const isOver = known === null || known.state === 'done';
      // Another tab has brought it meanwhile.
      if (known?.state === 'done' && before?.state !== 'done') return downloadFileID(asked.tid, asked.flowID);
      const job: FlowDownload = isOver ? { ...asked, downloadID: null, state: 'running' } : known;
      await rows.put(job);
      return downloadFlow(context, job, {
        signal,
        onStep: (step) => {
          if (!signal.aborted) show(name, step);
        },
      });
    });
    if (!signal.aborted) show(name, { phase: 'done', fileID });
  } catch (cause) {
    if (signal.aborted) return;
    const error = transferErrorOf(cause, 'file.download_failed');
    show(name, { phase: 'failed', error });
    if (waitsForLine(error)) return goOnOnline(context, asked, name);
  }
  if (!signal.aborted) running.delete(name);
}

function goOnOnline(
  context: DocumentsContext,
  asked: Omit<FlowDownload, 'downloadID' | 'state'>,
  name: string,
): void {
  const end = context.platform.network.subscribe((online) => {
    if (online) void startFlowDownload(context, asked);
  });
  running.set(name, end);
}

/** Goes on with a download that failed, or that nobody has taken up since the app started. */
export async function retryFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const job = await (await rowsOf(context)).find(key);
  if (job !== null) await startFlowDownload(context, job);
}

/** Ends a download and forgets what has come of it. */
export async function cancelFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const name = downloadName(context.accountID, key);
  running.get(name)?.();
  running.delete(name);
  show(name, undefined);
  await dropFlowDownload(context, key);
}

/** Goes on with what was under way when the app ended. */
export async function resumeFlowDownloads(context: DocumentsContext, tid: string): Promise<void> {
  for (const job of await (await rowsOf(context)).unfinished(tid)) {
    if (!running.has(downloadName(context.accountID, job))) void startFlowDownload(context, job);
  }
}

/** What an earlier start of the app downloaded of a flow, while it lies there. */
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

/** The account leaves: what runs ends here, and goes on when it comes back. */
export function endFlowDownloads(): void {
  for (const end of running.values()) end();
  running.clear();
  useFlowDownloads.setState({}, true);
}
