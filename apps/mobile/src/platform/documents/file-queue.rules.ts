/** More files at once would make a list that nobody reads. */
export const maxQueuedFiles = 100;

export type QueueState<Result, Failure> =
  | { readonly phase: 'waiting' }
  /** `percent` is null in a last step whose length is unknown. */
  | { readonly phase: 'running'; readonly percent: number | null }
  | { readonly phase: 'done'; readonly result: Result }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'cancelled' };

/** A file of a queue, as a list shows it. */
export type QueueRow<Result, Failure> = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly state: QueueState<Result, Failure>;
};

export type QueuePhase = QueueState<unknown, unknown>['phase'];
type Rows<Result, Failure> = readonly QueueRow<Result, Failure>[];
type AnyRow = { readonly state: { readonly phase: QueuePhase } };

/** Whether the queue still works on the file, or will. */
export const isUnfinished = ({ state: { phase } }: AnyRow): boolean =>
  phase === 'waiting' || phase === 'running';

/** Whether the file can be queued again. */
export const isRepeatable = ({ state: { phase } }: AnyRow): boolean =>
  phase === 'failed' || phase === 'cancelled';

const canFollow: Readonly<Record<QueuePhase, readonly QueuePhase[]>> = {
  waiting: ['running', 'cancelled'],
  // A cancellation can come too late: the file is done then.
  running: ['running', 'done', 'failed', 'cancelled'],
  done: [],
  failed: ['waiting'],
  cancelled: ['waiting'],
};

/** Sets the state of one file. A state that cannot follow the present one, such as late progress, is ignored. */
export function withState<Result, Failure>(
  rows: Rows<Result, Failure>,
  id: string,
  state: QueueState<Result, Failure>,
): Rows<Result, Failure> {
  return rows.map((row) =>
    row.id === id && canFollow[row.state.phase].includes(state.phase) ? { ...row, state } : row,
  );
}

/** Adds files. They begin a new list if no file of the old one is unfinished; failed files stay in it. */
export function withAdded<Result, Failure>(
  rows: Rows<Result, Failure>,
  added: Rows<Result, Failure>,
): Rows<Result, Failure> {
  const kept = rows.some(isUnfinished) ? rows : rows.filter(({ state }) => state.phase === 'failed');
  return [...kept, ...added];
}

/** The number of files in each phase. */
export function countPhases(rows: readonly AnyRow[]): Readonly<Record<QueuePhase, number>> {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { state } of rows) counts[state.phase] += 1;
  return counts;
}

/** Progress over all files in percent, weighted by their sizes. Files that have ended count as complete. */
export function overallPercent(rows: Rows<unknown, unknown>): number {
  // A weight of one byte more gives an empty file a weight.
  const weights = rows.map(({ size }) => size + 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const done = rows.reduce((sum, { state }, index) => {
    const percent = state.phase === 'waiting' ? 0 : state.phase === 'running' ? (state.percent ?? 100) : 100;
    return sum + ((weights[index] ?? 0) * percent) / 100;
  }, 0);
  return total === 0 ? 100 : Math.floor((100 * done) / total);
}
