import { type ApprovalFilter, filterQuery, parseFilter } from '../list/approval-filter.rules.ts';

/** In the state of a history entry: the list from which the task was opened. It survives a reload. */
export type QueueState = {
  readonly queue?: string;
  /** Documents are read beside the tasks, but this one had no file, or its files were not loaded, when it was opened. */
  readonly awaitsDocument?: true;
};

export const queueStateOf = (filter: ApprovalFilter): QueueState => ({
  queue: filterQuery(filter).toString(),
});

/** The part of a history entry's state that the screens of the same task pass on. */
export function queueStateIn(state: unknown): QueueState {
  const { queue, awaitsDocument } = (state ?? {}) as QueueState;
  return {
    ...(typeof queue === 'string' ? { queue } : {}),
    ...(awaitsDocument === true ? { awaitsDocument } : {}),
  };
}

/** The list of tasks in a history entry's state; null if the task was not opened from one. */
export function queueFilterIn(state: unknown): ApprovalFilter | null {
  const { queue } = queueStateIn(state);
  const filter = queue === undefined ? null : parseFilter(new URLSearchParams(queue));
  return filter?.list === 'tasks' ? filter : null;
}
