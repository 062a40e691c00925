import type { FlowInfo } from '@sealflow/contract';
import {
  earlierStages,
  findRevisionTask,
  isPossible,
  returnTargetOf,
  type Task,
} from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { contentDigest } from './digest.usecases.ts';
import { type FlowRow, selectFlowFiles } from './flow.repository.ts';
import { type Names, toPerson } from './flow-response.usecases.ts';
import { selectDecidedContents } from './flow-version.repository.ts';
import { flowSnapshotOf } from './plan-events.usecases.ts';

interface ReadFlow {
  readonly row: FlowRow;
  readonly tasks: readonly Task[];
}

/** The number of the current content, from 1. */
const versionOf = (tasks: readonly Task[]): number =>
  1 + tasks.filter(({ step, state }) => step === 'initiate' && state === 'processed').length;

/** The task that returned the application to the applicant now; undefined if it is not returned. */
export function findReturningTask(tasks: readonly Task[]): Task | undefined {
  const revision = findRevisionTask(tasks);
  return tasks.find(
    ({ step, outcome, stage }) => step === 'approve' && outcome === 'handled' && stage === revision?.stage,
  );
}

/** What a flow tells of its returns; empty if it was never returned. */
export function toReturnFacts({ tasks }: ReadFlow, names: Names): Pick<FlowInfo, 'version' | 'returnedBy'> {
  const version = versionOf(tasks);
  const task = findReturningTask(tasks);
  return {
    ...(version === 1 ? {} : { version }),
    ...(task?.assigneeID == null
      ? {}
      : {
          returnedBy: {
            person: toPerson(task.decidedBy ?? task.assigneeID, names),
            reason: task.note ?? '',
            at: task.processTime ?? 0,
          },
        }),
  };
}

/** The earlier stages to which a task can return the application. */
export interface ReturnStage {
  readonly stage: number;
  readonly fids: readonly string[];
}

/** The stages to which a person can return the application by this task; undefined if a return is not possible. */
export function returnStagesOf({ row, tasks }: ReadFlow, task: Task): ReturnStage[] | undefined {
  const snapshot = flowSnapshotOf(row, tasks);
  const base = { by: task.assigneeID ?? '', taskID: task.id, note: '' };
  if (!isPossible(snapshot, { ...base, type: 'return_to_applicant' }, row.updated_at.getTime()))
    return undefined;
  const { stages } = row.process;
  return earlierStages(stages, row.stage).map(({ index, position }) => ({
    stage: position,
    fids: stages[index]?.approvers ?? [],
  }));
}

/** When the assignee of a task last approved exactly the current content; undefined if never. */
export async function findUnchangedApproval(
  db: DatabaseHandle,
  { row, tasks }: ReadFlow,
  task: Task,
): Promise<Date | undefined> {
  const wasReturned = tasks.some((one) => returnTargetOf(row.process, one, tasks) !== null);
  if (!wasReturned || task.step !== 'approve' || task.assigneeID === null) return undefined;
  const { tid, flow_id: flowID } = row;
  const approved = await selectDecidedContents(db, { tid, flowID, fid: task.assigneeID, action: 'approve' });
  if (approved.size === 0) return undefined;
  return approved.get(contentDigest(row, await selectFlowFiles(db, flowID)));
}
