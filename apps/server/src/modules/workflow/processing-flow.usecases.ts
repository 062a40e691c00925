import {
  type ApplicationType,
  type Delivery,
  type FlowDetails,
  type FlowEvent,
  type FlowState,
  standingOf,
  type Task,
} from '@sealflow/domain/workflow';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Decider } from './decider.usecases.ts';
import { decideTask } from './decisions.usecases.ts';
import { lockFlow, selectFiles, selectFlow } from './flow.repository.ts';
import { applyEvent, type WorkflowServices } from './flow-event.usecases.ts';
import { selectTasks } from './task.repository.ts';

interface FlowAddress {
  readonly tid: string;
  readonly flowID: string;
}

/** A file of a flow as it was when the application was submitted. */
export interface FileToProcess {
  readonly uri: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
  readonly sha256: string;
  readonly encrypted: boolean;
}

/** A flow whose files are to be processed. */
export interface FlowToProcess extends FlowAddress {
  readonly type: ApplicationType;
  readonly typeName: string;
  readonly title: string;
  readonly description: string;
  readonly applicantFid: string;
  readonly state: FlowState;
  readonly delivery: Delivery;
  readonly details: FlowDetails;
  /** The original approvers who agreed, in person or through the people to whom they transferred their tasks. */
  readonly agreed: readonly string[];
  readonly files: readonly FileToProcess[];
}

/** A flow with everything that its processing requires; undefined if it does not exist. */
export async function findFlowForProcessing(
  db: DatabaseHandle,
  { tid, flowID }: FlowAddress,
): Promise<FlowToProcess | undefined> {
  const row = await selectFlow(db, { tid, flowID });
  if (!row) return undefined;
  const [files, tasks] = await Promise.all([selectFiles(db, flowID), selectTasks(db, flowID)]);
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
    agreed: agreedIn(tasks),
    files: files.map(({ uri, name, size, mime_type: mimeType, sha256, encrypted }) => ({
      uri,
      name,
      size,
      mimeType,
      sha256,
      encrypted,
    })),
  };
}

function agreedIn(tasks: readonly Task[]): string[] {
  const approvals = tasks.filter(({ step }) => step === 'approve');
  return approvals.flatMap((seat) => {
    const { assigneeID, outcome, replaces } = seat;
    if (assigneeID === null || replaces !== null) return [];
    const ofSeat = [seat, ...approvals.filter((task) => task.replaces !== null)];
    const stage = { rule: 'all_of', approvers: [assigneeID] } as const;
    return outcome === 'direct_completed' || standingOf(stage, ofSeat) === 'approved' ? [assigneeID] : [];
  });
}

/** Error codes that mean that the event was applied before, or that the flow has moved on in the meantime. */
const overtaken = new Set(['work.flow_state_error', 'work.task_state_error', 'work.flow_not_found']);

/**
 * Applies an event of the service itself to a flow, in one transaction (in the caller's if `services.db` is one).
 * @returns whether it was applied. False if the flow does not accept it any more, so that a job may safely run twice.
 */
export async function advanceFlow(
  services: WorkflowServices,
  { tid, flowID, event }: FlowAddress & { readonly event: FlowEvent },
): Promise<boolean> {
  try {
    await inTransaction(services.db, async (transaction) => {
      const row = await lockFlow(transaction, { tid, flowID });
      if (!row) throw new ServiceError('work.flow_not_found');
      await applyEvent(transaction, services, { row, event });
    });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && overtaken.has(error.code)) return false;
    throw error;
  }
}

/**
 * Confirms that the applicant has received a flow's result: the applicant's open download task is closed and recorded
 * as if the applicant had confirmed it.
 * @returns whether it was confirmed. False if it was confirmed before, or if the caller has no such task.
 */
export async function receiveResult(
  services: WorkflowServices,
  decider: Decider,
  flowID: string,
): Promise<boolean> {
  const { tid, fid } = decider.member;
  const tasks = (await selectFlow(services.db, { tid, flowID }))
    ? await selectTasks(services.db, flowID)
    : [];
  const open = tasks.find(
    ({ step, state, assigneeID }) =>
      step === 'download_decrypt' && state === 'awaiting' && assigneeID === fid,
  );
  if (!open) return false;
  const decision = { taskID: open.id, action: 'download', note: null, seen: null } as const;
  try {
    await decideTask(services, decider, { ...decision, idempotencyKey: undefined });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && overtaken.has(error.code)) return false;
    throw error;
  }
}
