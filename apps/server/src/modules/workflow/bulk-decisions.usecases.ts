import { errorCatalogue } from '@sealflow/domain/errors';
import type { TaskState } from '@sealflow/domain/workflow';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Decider } from './decider.usecases.ts';
import { type Decision, decideTask } from './decisions.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';

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

/**
 * Decides several tasks, each in its own transaction, so that one rejected decision does not roll back the others.
 * Tasks are decided in the order of their ids, and a flow's row is never locked while another flow is decided.
 * @returns one result per task, in the order of the request.
 */
export async function decideTasks(
  services: WorkflowServices,
  decider: Decider,
  { action, tasks, note, idempotencyKey }: BulkDecision,
): Promise<BulkResult[]> {
  const results = new Map<string, BulkResult>();
  for (const { taskID, seen } of tasks.toSorted(compareByTaskID)) {
    const decision = { taskID, action, note, seen: seen ?? null, idempotencyKey };
    results.set(taskID, await decideOne(services, decider, decision));
  }
  return tasks.flatMap(({ taskID }) => results.get(taskID) ?? []);
}

function compareByTaskID({ taskID: one }: { taskID: string }, { taskID: other }: { taskID: string }): number {
  return one < other ? -1 : Number(one > other);
}

async function decideOne(
  services: WorkflowServices,
  decider: Decider,
  decision: Decision,
): Promise<BulkResult> {
  try {
    const decided = await decideTask(services, decider, decision);
    return { ...decided, ok: true, code: null, message: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code } = error;
    const failure = { ok: false, note: null, processTime: null, state: null };
    return { ...failure, id: decision.taskID, code, message: errorCatalogue[code].messages[0] };
  }
}
