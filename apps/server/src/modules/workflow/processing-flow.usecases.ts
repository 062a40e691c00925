import {
  type ApplicationType,
  type Delivery,
  type FlowDetails,
  type FlowEvent,
  type FlowState,
  stageResultOf,
  type Task,
  tasksInForce,
} from '@sealflow/domain/workflow';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { applyEvent } from './apply-event.usecases.ts';
import type { Decider } from './decider.usecases.ts';
import { decideTask } from './decisions.usecases.ts';
import { lockFlow, selectFlow, selectFlowFiles } from './flow.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { type SubmittedFile, toSubmittedFile } from './flow-response.usecases.ts';
import { selectTasks } from './task.repository.ts';

interface FlowKey {
  readonly tid: string;
  readonly flowID: string;
}

/** A flow whose files are to be processed. */
export interface FlowToProcess extends FlowKey {
  readonly type: ApplicationType;
  readonly typeName: string;
  readonly title: string;
  readonly description: string;
  readonly applicantFid: string;
  readonly state: FlowState;
  readonly delivery: Delivery;
  readonly details: FlowDetails;
  /** The original approvers who agreed, in person or through the people to whom they transferred their tasks. */
  readonly approverFids: readonly string[];
  readonly files: readonly SubmittedFile[];
}

/** A flow with everything that its processing requires; undefined if it does not exist. */
export async function findFlowForProcessing(
  db: DatabaseHandle,
  { tid, flowID }: FlowKey,
): Promise<FlowToProcess | undefined> {
  const row = await selectFlow(db, { tid, flowID });
  if (!row) return undefined;
  const [files, tasks] = await Promise.all([selectFlowFiles(db, flowID), selectTasks(db, flowID)]);
  const { type, type_name: typeName, title, description, state, details } = row;
  return {
    tid,
    flowID,
    type,
    typeName,
    title,
    description,
    applicantFid: row.applicant_fid,
    state,
    delivery: row.process.delivery,
    details,
    approverFids: approverFidsIn(tasksInForce(row.process, row.stage, tasks)),
    files: files.map(toSubmittedFile),
  };
}

/** @param approvals - the tasks whose decisions count for the content as it is now. */
function approverFidsIn(approvals: readonly Task[]): string[] {
  return approvals.flatMap((originalTask) => {
    const { assigneeID, outcome, replaces } = originalTask;
    if (assigneeID === null || replaces !== null) return [];
    const tasksOfSeat = [originalTask, ...approvals.filter((task) => task.replaces !== null)];
    const stage = { rule: 'all_of', approvers: [assigneeID] } as const;
    return outcome === 'direct_completed' || stageResultOf(stage, tasksOfSeat) === 'approved'
      ? [assigneeID]
      : [];
  });
}

/** Error codes that mean that the event was applied before, or that the flow has moved on in the meantime. */
const staleEventCodes = new Set(['work.flow_state_error', 'work.task_state_error', 'work.flow_not_found']);

/**
 * Applies an event of the service itself to a flow, in one transaction (in the caller's if `services.db` is one).
 * @returns whether it was applied. False if the flow does not accept it any more, so that a job may safely run twice.
 */
export async function advanceFlow(
  services: WorkflowServices,
  { tid, flowID, event }: FlowKey & { readonly event: FlowEvent },
): Promise<boolean> {
  try {
    await inTransaction(services.db, async (transaction) => {
      const row = await lockFlow(transaction, { tid, flowID });
      if (!row) throw new ServiceError('work.flow_not_found');
      await applyEvent(transaction, services, { row, event });
    });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && staleEventCodes.has(error.code)) return false;
    throw error;
  }
}

/**
 * Confirms that the applicant has received a flow's result: the applicant's open download task is closed and recorded
 * as if the applicant had confirmed it.
 * @returns whether it was confirmed. False if it was confirmed before, or if the caller has no such task.
 */
export async function confirmReceipt(
  services: WorkflowServices,
  decider: Decider,
  flowID: string,
): Promise<boolean> {
  const { tid, fid } = decider.member;
  const tasks = (await selectFlow(services.db, { tid, flowID }))
    ? await selectTasks(services.db, flowID)
    : [];
  const openTask = tasks.find(
    ({ step, state, assigneeID }) =>
      step === 'download_decrypt' && state === 'awaiting' && assigneeID === fid,
  );
  if (!openTask) return false;
  const decision = { taskID: openTask.id, action: 'download', note: null, seen: null } as const;
  try {
    await decideTask(services, decider, { ...decision, idempotencyKey: undefined });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && staleEventCodes.has(error.code)) return false;
    throw error;
  }
}
