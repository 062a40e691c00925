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
  /** Stopped by the person; `at` is how far it was. */
  | { readonly phase: 'paused'; readonly at: FlowDownloadStep }
  | { readonly phase: 'done'; readonly fileID: string }
  | { readonly phase: 'failed'; readonly error: ApiError };

/** What is under way or came to an end since the app started, by account and flow. */
export const useFlowDownloads = create<Readonly<Record<string, FlowDownloadState | undefined>>>(() => ({}));

export const downloadName = (accountID: string, { tid, flowID }: FlowDownloadKey) =>
  JSON.stringify([accountID, tid, flowID]);

/** What is asked for; the rest is found or made out. */
export type AskedDownload = Omit<FlowDownload, 'downloadID' | 'state' | 'paused'>;

/** Ends what runs, or what waits for a line. */
const running = new Map<string, () => void>();

/** Whether something runs or has failed here is shown; what another tab stopped is read from its row. */
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

/** What was last begun here of each: also where there are no locks, nothing begins before it has ended. */
const last = new Map<string, Promise<unknown>>();

/** Two that write into one file spoil it: this waits for what runs here or in another tab to come to its end. */
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

/** Begins a download, or goes on with the one that was broken off; one at a time for a flow. */
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
      // Another tab has brought it meanwhile.
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
    // The other tab's download takes as long as it takes.
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

/** Goes on with a download that failed, or that nobody has taken up since the app started. */
export async function retryFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const job = await (await rowsOf(context)).find(key);
  if (job !== null) await startFlowDownload(context, job);
}

/** Stops a download where it is, in whichever tab it runs; it goes on when it is asked to, also after a restart. */
export async function pauseFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const name = downloadName(context.accountID, key);
  const state = useFlowDownloads.getState()[name];
  stopHere(name);
  if (state?.phase === 'preparing' || state?.phase === 'receiving')
    show(name, { phase: 'paused', at: state });
  await (await rowsOf(context)).pause(key);
  stopElsewhere(name);
}

/** Ends a download and forgets what has come of it. */
export async function cancelFlowDownload(context: DocumentsContext, key: FlowDownloadKey): Promise<void> {
  const name = downloadName(context.accountID, key);
  stopHere(name);
  stopElsewhere(name);
  // What it was just writing would lie there for ever.
  await alone(name, () => dropFlowDownload(context, key));
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
