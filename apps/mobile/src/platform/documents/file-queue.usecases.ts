import type { PickedFile } from '../ports/picker.port.ts';
import {
  isRepeatable,
  isUnfinished,
  type QueueRow,
  type QueueState,
  withAdded,
  withState,
} from './file-queue.rules.ts';

type QueueJob = { readonly file: PickedFile };

type QueueRun<Failure> = {
  readonly signal: AbortSignal;
  /** Integer percent; null in a last step whose length is unknown. */
  readonly onProgress: (percent: number | null) => void;
  /** The failure of the attempt before; null in the first one. */
  readonly before: Failure | null;
};

type QueueWork<Job extends QueueJob, Result, Failure> = {
  readonly run: (job: Job, run: QueueRun<Failure>) => Promise<Result>;
  readonly toFailure: (error: unknown) => Failure;
  readonly onRows: (rows: readonly QueueRow<Result, Failure>[]) => void;
  /** Called when the queue no longer needs the file of a job. `failure` is that of the last attempt. */
  readonly onReleased?: (job: Job, failure: Failure | null) => Promise<void>;
};

type QueuedFile<Result, Failure> = {
  readonly id: string;
  /** The state in which the file first ended; null if the queue was ended. */
  readonly ended: Promise<QueueState<Result, Failure> | null>;
};

export type FileQueue<Job extends QueueJob, Result, Failure> = {
  /** Adds jobs behind the waiting ones. @returns the id of the row of each. */
  readonly add: (jobs: readonly Job[]) => readonly QueuedFile<Result, Failure>[];
  readonly cancel: (id: string) => void;
  readonly cancelAll: () => void;
  /** Queues a failed or cancelled file again. */
  readonly retry: (id: string) => void;
  /** Removes the row of a file that has ended. A caller that tries the file again elsewhere keeps it unreleased. */
  readonly dismiss: (id: string, isFileNeeded?: boolean) => void;
  /** Cancels everything and removes all rows. Files stay unreleased unless the caller needs none of them any more. */
  readonly end: (isReleased?: boolean) => void;
};

type Entry<Job, Result, Failure> = {
  readonly job: Job;
  failure: Failure | null;
  readonly onEnded: (state: QueueState<Result, Failure> | null) => void;
};

let lastID = 0;
const nextID = () => {
  lastID += 1;
  return `file-${lastID}`;
};

/**
 * Processes files one after the other, so that the memory of one is enough. A failed or cancelled file does not stop
 * the files behind it.
 */
export function createFileQueue<Job extends QueueJob, Result, Failure>({
  run,
  toFailure,
  onRows,
  onReleased,
}: QueueWork<Job, Result, Failure>): FileQueue<Job, Result, Failure> {
  let rows: readonly QueueRow<Result, Failure>[] = [];
  let active: { readonly id: string; readonly controller: AbortController } | null = null;
  let isRunning = false;
  const entries = new Map<string, Entry<Job, Result, Failure>>();

  const setRows = (next: readonly QueueRow<Result, Failure>[]) => {
    rows = next;
    onRows(rows);
  };
  const setState = (id: string, state: QueueState<Result, Failure>) => setRows(withState(rows, id, state));
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  /** A failed release leaves only a copy behind, which its owner deletes later. */
  const release = async (id: string): Promise<void> => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    const { job, failure } = entry;
    entry.failure = null;
    await onReleased?.(job, failure).catch(() => undefined);
  };
  const endWith = async (id: string, state: QueueState<Result, Failure>): Promise<void> => {
    setState(id, state);
    const entry = entries.get(id);
    if (state.phase !== 'failed') await release(id);
    else if (entry !== undefined) entry.failure = state.failure;
    entry?.onEnded(state);
  };

  const runOne = async (id: string, entry: Entry<Job, Result, Failure>): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    active = { id, controller };
    setState(id, { phase: 'running', percent: 0 });
    try {
      const result = await run(entry.job, {
        signal,
        before: entry.failure,
        onProgress: (percent) => setState(id, { phase: 'running', percent }),
      });
      // The work has used what the failure before had left.
      entry.failure = null;
      await endWith(id, { phase: 'done', result });
    } catch (error) {
      await endWith(
        id,
        signal.aborted ? { phase: 'cancelled' } : { phase: 'failed', failure: toFailure(error) },
      );
    } finally {
      active = null;
    }
  };
  const runAll = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (;;) {
      const next = rows.find(({ state }) => state.phase === 'waiting');
      const entry = next && entries.get(next.id);
      if (next === undefined || entry === undefined) break;
      await runOne(next.id, entry);
    }
    isRunning = false;
  };
  const cancel = (id: string) => {
    if (active?.id === id) active.controller.abort();
    else if (rowOf(id)?.state.phase === 'waiting') void endWith(id, { phase: 'cancelled' });
  };

  return {
    add: (jobs) => {
      const queued: QueuedFile<Result, Failure>[] = [];
      const added = jobs.map((job): QueueRow<Result, Failure> => {
        const id = nextID();
        const ended = new Promise<QueueState<Result, Failure> | null>((onEnded) => {
          entries.set(id, { job, failure: null, onEnded });
        });
        queued.push({ id, ended });
        return { id, name: job.file.name, size: job.file.size, state: { phase: 'waiting' } };
      });
      setRows(withAdded(rows, added));
      for (const id of entries.keys()) if (rowOf(id) === undefined) entries.delete(id);
      void runAll();
      return queued;
    },
    cancel,
    cancelAll: () => {
      for (const { id } of rows.filter(isUnfinished)) cancel(id);
    },
    retry: (id) => {
      const row = rowOf(id);
      if (row === undefined || !isRepeatable(row)) return;
      setState(id, { phase: 'waiting' });
      void runAll();
    },
    dismiss: (id, isFileNeeded = false) => {
      const row = rowOf(id);
      if (row === undefined || isUnfinished(row)) return;
      if (row.state.phase === 'failed' && !isFileNeeded) void release(id);
      entries.delete(id);
      setRows(rows.filter((one) => one !== row));
    },
    end: (isReleased = false) => {
      const left = [...entries.values()];
      if (isReleased) for (const id of entries.keys()) void release(id);
      entries.clear();
      setRows([]);
      active?.controller.abort();
      for (const { onEnded } of left) onEnded(null);
    },
  };
}
