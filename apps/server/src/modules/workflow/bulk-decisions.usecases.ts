import { errorCatalogue } from '@sealflow/domain/errors';
import type { TaskState } from '@sealflow/domain/workflow';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Decider } from './decider.usecases.ts';
import type { DecideTask, Decision } from './decisions.usecases.ts';

export interface BulkDecision extends Pick<Decision, 'note' | 'idempotencyKey'> {
  readonly action: 'approve' | 'reject';
  readonly tasks: readonly { readonly taskID: string; readonly seen?: string | undefined }[];
}

export interface BulkResult {
  id: string;
  ok: boolean;
  note: string | null;
  processTime: number | null;
  state: TaskState | null;
  code: string | null;
  message: string | null;
}

/** The number of tasks that are decided at once. The decisions of other people get their turn in between. */
const maxConcurrentDecisions = 20;

/**
 * Decides several tasks in the order of their ids. Each has its own result, so that one rejected decision does not roll back the
 * others.
 * @returns one result per task, in the order of the request.
 */
export async function decideTasks(
  decideTask: DecideTask,
  decider: Decider,
  { action, tasks, note, idempotencyKey }: BulkDecision,
): Promise<BulkResult[]> {
  const results = new Map<string, BulkResult>();
  const ordered = tasks.toSorted(compareByTaskID);
  for (let from = 0; from < ordered.length; from += maxConcurrentDecisions) {
    const decided = ordered.slice(from, from + maxConcurrentDecisions).map(({ taskID, seen }) => {
      const decision = { taskID, action, note, seen: seen ?? null, idempotencyKey };
      return decideOne(decideTask, decider, decision);
    });
    // Without an unfinished one behind an unexpected error.
    await Promise.allSettled(decided);
    for (const result of await Promise.all(decided)) results.set(result.id, result);
  }
  return tasks.flatMap(({ taskID }) => results.get(taskID) ?? []);
}

function compareByTaskID({ taskID: one }: { taskID: string }, { taskID: other }: { taskID: string }): number {
  return one < other ? -1 : Number(one > other);
}

async function decideOne(decideTask: DecideTask, decider: Decider, decision: Decision): Promise<BulkResult> {
  try {
    const decided = await decideTask(decider, decision);
    return { ...decided, ok: true, code: null, message: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code } = error;
    const failure = { ok: false, note: null, processTime: null, state: null };
    return { ...failure, id: decision.taskID, code, message: errorCatalogue[code].messages[0] };
  }
}
