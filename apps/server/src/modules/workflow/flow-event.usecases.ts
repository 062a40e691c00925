import {
  applyTransition,
  decide,
  type Flow,
  type FlowEffect,
  type FlowEvent,
  type FlowSnapshot,
  findRevisionTask,
  type Task,
  type Transition,
} from '@sealflow/domain/workflow';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { declareBatchedQueue, declareQueue, type Outbox } from '../../infra/jobs/jobs.port.ts';
import { createTimeOrderedID } from '../../infra/random/time-ordered-id.util.ts';
import { grantRead } from '../files/file-references.usecases.ts';
import { findActivePeople, findFormerMembers } from '../tenants/people.usecases.ts';
import { selectIsDeputy } from './absence.repository.ts';
import { escalatedTasks, findEscalationTargets, recordEscalations } from './escalation.usecases.ts';
import { type FlowRow, selectFlowFiles, updateFlow } from './flow.repository.ts';
import { selectEarlierUris } from './flow-version.repository.ts';
import { shortNotices } from './short-notices.util.ts';
import { selectTasks, writeTasks } from './task.repository.ts';

/** The dependencies of this module's use cases. */
export interface WorkflowServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

type EffectNotice = Extract<FlowEffect, { type: 'task_opened' | 'task_closed' | 'flow_changed' }>;
interface TaskNotice {
  readonly taskID: string;
  readonly assigneeID: string;
}

export type Notice =
  | EffectNotice
  /** The applicant reminds the assignee. */
  | (TaskNotice & { readonly type: 'task_reminded' })
  /** The task is due soon. `dueAt` in milliseconds. `escalates`: the deadline gives it to another person. */
  | (TaskNotice & { readonly type: 'task_due'; readonly dueAt: number; readonly escalates?: boolean })
  /** The task passed its deadline, and the assignee of the new task gets it. For the person `fid`. */
  | (TaskNotice & { readonly type: 'task_escalated'; readonly fromFid: string; readonly fid: string })
  /** A participant commented. The text is read when the notice is posted. */
  | {
      readonly type: 'commented';
      readonly commentID: string;
      /** Who gets the notice. */
      readonly fid: string;
      readonly isMentioned: boolean;
    };

/** Notices about one event, for the people whom it concerns. */
export const noticeQueue = declareBatchedQueue<{
  tid: string;
  flowID: string;
  at: number;
  notices: readonly Notice[];
}>('workflow.notices', shortNotices);
/**
 * Delivers a job when an open task of a flow may be overdue, and one with `reminderOf` before that. An earlier release takes the
 * latter for an early deadline, which it schedules again.
 */
export const deadlineQueue = declareQueue<{
  tid: string;
  flowID: string;
  /** The deadline, in milliseconds, of which the job reminds the assignees. */
  reminderOf?: number;
}>('workflow.deadlines');

/** Work on a flow's files that the workflow rules require; performed by the processing module. */
export const processingQueue = declareQueue<{
  tid: string;
  flowID: string;
  task: 'process_files' | 'send_email';
}>('workflow.processing');

/** A person can no longer act in a tenant; sent in the transaction that ends or suspends the membership. */
export const executorLeftQueue = declareQueue<{ tid: string; fid: string }>('workflow.executor_left');

/** The period of an absence begins or ends. */
export const absenceQueue = declareQueue<{ tid: string; absenceID: string }>('workflow.absences');

export const workflowQueues = [
  noticeQueue,
  deadlineQueue,
  processingQueue,
  executorLeftQueue,
  absenceQueue,
] as const;

/** What an event changes in the row of a flow. */
export type ChangedColumns = Pick<
  FlowRow,
  'state' | 'stage' | 'process' | 'deadline' | 'updated_at' | 'returned'
>;

interface EventOfFlow {
  readonly row: FlowRow;
  readonly event: FlowEvent;
  /** Inserts the row of a new flow, with these columns. Without it the row exists, and the transaction has locked it. */
  readonly insertRow?: (columns: ChangedColumns) => Promise<void>;
}

/**
 * Applies the workflow rules to a flow, and writes the resulting state, tasks and effects.
 * @throws ServiceError with the code of the rules if they reject the event; nothing is written then.
 */
export async function applyEvent(
  transaction: DatabaseTransaction,
  { clock, outbox }: Pick<WorkflowServices, 'clock' | 'outbox'>,
  { row, event, insertRow }: EventOfFlow,
): Promise<FlowSnapshot> {
  const { tid, flow_id: flowID } = row;
  const before = flowSnapshotOf(row, insertRow ? [] : await selectTasks(transaction, flowID));
  const at = clock();
  const active = await findActivePeople(transaction, { tid, fids: possibleAssignees(before.flow, event) });
  const absentFid = await findAbsentAssignee(transaction, {
    row,
    event,
    tasks: before.tasks,
    at: new Date(at),
  });
  const targets =
    event.type === 'deadline_reached'
      ? await findEscalationTargets(transaction, { tid, snapshot: before, at })
      : noTargets;
  const targetIDs = new Set([...targets.values()].flat());
  const context = {
    at,
    newID: createTimeOrderedID,
    isActive: (personID: string) => active.has(personID) || targetIDs.has(personID),
    escalationTargets: ({ id }: Task) => targets.get(id) ?? [],
    isDeputyOf: (_deputyID: string, assigneeID: string) => assigneeID === absentFid,
  };
  const result = decide(before, event, context);
  if (!result.ok) throw new ServiceError(result.code);
  const existingIDs = new Set(before.tasks.map((task) => task.id));
  const newAssignees = result.tasks.flatMap(({ id, assigneeID }) =>
    assigneeID === null || existingIDs.has(id) ? [] : [assigneeID],
  );
  const fids = [...new Set(newAssignees)];
  // A person who left since `findActivePeople` has no job that sees the new task. The lock makes others leave after it, and it
  // includes the one that the insert of a task takes.
  const leavers = await findFormerMembers(transaction, { tid, fids });
  const after = applyTransition(before, result);
  const { state, stage, process } = after.flow;
  const columns = {
    state,
    stage,
    process,
    deadline: deadlineOf(after),
    updated_at: new Date(at),
    returned: findRevisionTask(after.tasks) !== undefined,
  };
  if (insertRow) await insertRow(columns);
  else {
    const isProcessChanged = process !== before.flow.process;
    await updateFlow(transaction, { flowID, columns, isProcessChanged });
  }
  const written = await writeTasks(
    transaction,
    { tid, flowID },
    { existingIDs: before.tasks, changed: result.tasks },
  );
  if (!written) throw new ServiceError('work.task_state_error');
  await grantFileAccess(transaction, { flowID, fids });
  await outbox.send(
    transaction,
    executorLeftQueue,
    leavers.map((fid) => ({ data: { tid, fid } })),
  );
  await sendEffects(transaction, outbox, { tid, flowID, at, effects: result.effects });
  const escalated = escalatedTasks(before.tasks, after.tasks);
  if (escalated.length > 0) {
    await recordEscalations(transaction, escalated, { tid, at: new Date(at) });
    const notices = escalationNotices(escalated, after.flow.applicantID);
    await outbox.send(transaction, noticeQueue, [{ data: { tid, flowID, at, notices } }]);
  }
  return after;
}

const noTargets: ReadonlyMap<string, readonly string[]> = new Map();

/** Notices for the person who gets an escalated task, and for the applicant. */
const escalationNotices = (
  escalated: ReturnType<typeof escalatedTasks>,
  applicantID: string,
): readonly Notice[] =>
  escalated.flatMap(({ from: { assigneeID: fromFid }, to: { id: taskID, assigneeID } }) =>
    fromFid === null || assigneeID === null
      ? []
      : [...new Set([assigneeID, applicantID])].map(
          (fid) => ({ type: 'task_escalated', taskID, assigneeID, fromFid, fid }) as const,
        ),
  );

/** The assignee of the task of an event, if its sender is the deputy. */
async function findAbsentAssignee(
  transaction: DatabaseTransaction,
  { row, event, tasks, at }: { row: FlowRow; event: FlowEvent; tasks: FlowSnapshot['tasks']; at: Date },
): Promise<string | null> {
  if (!('taskID' in event)) return null;
  const fid = tasks.find(({ id }) => id === event.taskID)?.assigneeID;
  if (fid == null || fid === event.by) return null;
  const { tid, type } = row;
  const isDeputy = await selectIsDeputy(transaction, { tid, fid, deputyFid: event.by, type, at });
  return isDeputy ? fid : null;
}

async function grantFileAccess(
  transaction: DatabaseTransaction,
  { flowID, fids }: { flowID: string; fids: readonly string[] },
): Promise<void> {
  if (fids.length === 0) return;
  const files = await selectFlowFiles(transaction, flowID);
  // The people compare the content with those before.
  const uris = new Set([...files.map(({ uri }) => uri), ...(await selectEarlierUris(transaction, flowID))]);
  await grantRead(transaction, { uris: [...uris], fids, holder: flowID });
}

export function flowSnapshotOf(row: FlowRow, tasks: FlowSnapshot['tasks']): FlowSnapshot {
  const { flow_id: id, applicant_fid: applicantID, state, stage, process } = row;
  return { flow: { id, applicantID, state, stage, process }, tasks };
}

function deadlineOf({ tasks }: FlowSnapshot): Date | null {
  const due = tasks.flatMap(({ state, dueAt }) => (state === 'awaiting' && dueAt !== null ? [dueAt] : []));
  return due.length === 0 ? null : new Date(Math.min(...due));
}

async function sendEffects(
  transaction: DatabaseTransaction,
  outbox: Outbox,
  { tid, flowID, at, effects }: { tid: string; flowID: string; at: number; effects: Transition['effects'] },
): Promise<void> {
  const notices = effects.filter((effect) => isNotice(effect));
  if (notices.length > 0)
    await outbox.send(transaction, noticeQueue, [{ data: { tid, flowID, at, notices } }]);
  const deadlines = effects.flatMap((effect) => (effect.type === 'watch_deadline' ? [effect.dueAt] : []));
  await outbox.send(
    transaction,
    deadlineQueue,
    deadlines.flatMap((dueAt) => [
      { data: { tid, flowID }, after: new Date(dueAt) },
      { data: { tid, flowID, reminderOf: dueAt }, after: new Date(dueAt - reminderLeadMs(dueAt - at)) },
    ]),
  );
  const work = effects.flatMap((effect) =>
    effect.type === 'process_files' || effect.type === 'send_email' ? [effect.type] : [],
  );
  await outbox.send(
    transaction,
    processingQueue,
    work.map((task) => ({ data: { tid, flowID, task } })),
  );
}

const maxReminderLeadMs = 24 * 3_600_000;

/** How long before a deadline its assignees are reminded: a quarter of the time limit, at most a day. */
const reminderLeadMs = (limitMs: number): number => Math.min(maxReminderLeadMs, Math.floor(limitMs / 4));

function isNotice(effect: FlowEffect): effect is EffectNotice {
  return effect.type === 'task_opened' || effect.type === 'task_closed' || effect.type === 'flow_changed';
}

/** Events after which a step may open. */
const openingEvents = new Set<FlowEvent['type']>([
  'submit',
  'approve',
  'complete',
  'return_to_applicant',
  'return_to_stage',
  'resubmit',
  'add_approval',
  'transfer',
  'executor_left',
  'processing_failed',
]);

/** The people to whom an event may assign a task. */
function possibleAssignees({ applicantID, stage, process: current }: Flow, event: FlowEvent): string[] {
  if (!openingEvents.has(event.type)) return [];
  const { stages, cc, fileProcess } = event.type === 'resubmit' ? event.process : current;
  if (event.type === 'return_to_applicant') return [applicantID];
  const first = event.type === 'return_to_stage' || event.type === 'resubmit' ? 0 : stage + 1;
  return [
    ...(event.type === 'add_approval' ? event.approvers : []),
    ...(event.type === 'transfer' ? [event.assignee] : []),
    ...stages.slice(first).flatMap(({ approvers }) => approvers),
    ...cc,
    ...(fileProcess?.by === 'executors' ? fileProcess.executors : []),
  ];
}
