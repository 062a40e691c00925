import { type FlowEffect, type FlowSnapshot, findRevisionTask, type Task } from '@sealflow/domain/workflow';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Job, JobQueue, Outbox } from '../../infra/jobs/jobs.port.ts';
import { grantRead } from '../files/file-references.usecases.ts';
import { escalatedTasks, recordEscalations } from './escalation.usecases.ts';
import { type ChangedColumns, type ChangedFlow, selectFilesOfFlows, updateFlows } from './flow.repository.ts';
import {
  deadlineQueue,
  executorLeftQueue,
  noticeQueue,
  processingQueue,
  type WorkflowServices,
} from './flow-event.usecases.ts';
import { selectEarlierUris } from './flow-version.repository.ts';
import type { Notice, NoticeJob } from './notice.types.ts';
import { type EventOfFlow, lockNewAssignees, type PlannedEvent, planEvents } from './plan-events.usecases.ts';
import { type ChangedTasks, writeTasks } from './task.repository.ts';

type Services = Pick<WorkflowServices, 'clock' | 'outbox'>;

/**
 * Applies the workflow rules to a flow, and writes the resulting state, tasks and effects.
 * @throws ServiceError with the code of the rules if they reject the event; nothing is written then.
 */
export async function applyEvent(
  transaction: DatabaseTransaction,
  { clock, outbox }: Services,
  event: EventOfFlow,
): Promise<FlowSnapshot> {
  const [planned] = await planEvents(transaction, [event], clock());
  if (!planned) throw new Error('an event without a plan');
  if (planned instanceof ServiceError) throw planned;
  const [leavers = []] = await lockNewAssignees(transaction, [planned], { waits: true });
  await event.insertRow?.(changedColumns(planned));
  await grantFileAccess(transaction, [planned]);
  await writeEvents(transaction, outbox, [{ ...planned, leavers }]);
  return planned.after;
}

/** An event to be written. */
export interface LockedEvent extends PlannedEvent {
  /** The new assignees who left before their membership was locked. */
  readonly leavers: readonly string[];
}

/**
 * Writes what events change in their flows, each kind of rows by one statement where the change feed permits it. The rows of new flows
 * and the access of new assignees to the files are written before. All statements are sent together.
 * @throws ServiceError `work.task_state_error` if a closed task was not awaiting; the transaction must be rolled back then.
 */
export async function writeEvents(
  transaction: DatabaseTransaction,
  outbox: Outbox,
  events: readonly LockedEvent[],
): Promise<void> {
  const send = <Data extends object>(
    queue: JobQueue<Data>,
    jobsOf: (event: LockedEvent) => readonly Job<Data>[],
  ) => outbox.send(transaction, queue, events.flatMap(jobsOf));
  const [, areTasksWritten] = await Promise.all([
    updateFlows(transaction, events.flatMap(changedFlow)),
    writeTasks(transaction, events.map(changedTasks)),
    send(executorLeftQueue, ({ row: { tid }, leavers }) => leavers.map((fid) => ({ data: { tid, fid } }))),
    send(noticeQueue, noticeJobs),
    send(deadlineQueue, deadlineJobs),
    send(processingQueue, processingJobs),
  ]);
  if (!areTasksWritten) throw new ServiceError('work.task_state_error');
  for (const { row, before, after, at } of events) {
    const escalated = escalatedTasks(before.tasks, after.tasks);
    if (escalated.length > 0)
      await recordEscalations(transaction, escalated, { tid: row.tid, at: new Date(at) });
  }
}

/** A new flow was inserted with its columns. */
function changedFlow(event: LockedEvent): ChangedFlow[] {
  if (event.insertRow) return [];
  const isProcessChanged = event.after.flow.process !== event.before.flow.process;
  return [{ flowID: event.row.flow_id, columns: changedColumns(event), isProcessChanged }];
}

function changedTasks({ row, before, transition }: LockedEvent): ChangedTasks {
  return { tid: row.tid, flowID: row.flow_id, existing: before.tasks, changed: transition.tasks };
}

function changedColumns({ after, at }: PlannedEvent): ChangedColumns {
  const { state, stage, process } = after.flow;
  const returned = findRevisionTask(after.tasks) !== undefined;
  return { state, stage, process, deadline: deadlineOf(after), updated_at: new Date(at), returned };
}

function deadlineOf({ tasks }: FlowSnapshot): Date | null {
  const due = tasks.flatMap(({ state, dueAt }) => (state === 'awaiting' && dueAt !== null ? [dueAt] : []));
  return due.length === 0 ? null : new Date(Math.min(...due));
}

/** Gives the new assignees access to the files of their flows, before {@link writeEvents}: it has to read them first. */
export async function grantFileAccess(
  transaction: DatabaseTransaction,
  events: readonly PlannedEvent[],
): Promise<void> {
  const opening = events.filter(({ newAssignees }) => newAssignees.length > 0);
  if (opening.length === 0) return;
  const flowIDs = opening.map(({ row }) => row.flow_id);
  const files = await selectFilesOfFlows(transaction, flowIDs);
  // The people compare the content with those before.
  const earlier = await selectEarlierUris(transaction, flowIDs);
  const grants = opening.map(({ row: { flow_id: holder }, newAssignees: fids }) => {
    const current = files.get(holder)?.map(({ uri }) => uri) ?? [];
    return { uris: [...new Set([...current, ...(earlier.get(holder) ?? [])])], fids, holder };
  });
  await grantRead(transaction, ...grants);
}

function noticeJobs(event: LockedEvent): Job<NoticeJob>[] {
  const { row, at, transition, after } = event;
  const { tid, flow_id: flowID } = row;
  const lists = [transition.effects.filter((effect) => isNotice(effect)), escalationNotices(event)];
  return lists.flatMap((notices): Job<NoticeJob>[] => {
    if (notices.length === 0) return [];
    const step = commonStep(notices, after.tasks);
    return [{ data: { tid, flowID, at, ...(step && { step }), notices } }];
  });
}

/** The step of all tasks in the notices; undefined if they differ. */
function commonStep(notices: readonly Notice[], tasks: FlowSnapshot['tasks']): Task['step'] | undefined {
  const taskIDs = new Set(notices.flatMap((notice) => ('taskID' in notice ? [notice.taskID] : [])));
  const steps = new Set(tasks.flatMap(({ id, step }) => (taskIDs.has(id) ? [step] : [])));
  const [step] = steps;
  return steps.size === 1 ? step : undefined;
}

function isNotice(
  effect: FlowEffect,
): effect is Extract<FlowEffect, { type: 'task_opened' | 'task_closed' | 'flow_changed' }> {
  return effect.type === 'task_opened' || effect.type === 'task_closed' || effect.type === 'flow_changed';
}

/** Notices for the person who gets an escalated task, and for the applicant. */
const escalationNotices = ({ before, after }: LockedEvent): readonly Notice[] =>
  escalatedTasks(before.tasks, after.tasks).flatMap(
    ({ from: { assigneeID: fromFid }, to: { id: taskID, assigneeID } }) =>
      fromFid === null || assigneeID === null
        ? []
        : [...new Set([assigneeID, after.flow.applicantID])].map(
            (fid) => ({ type: 'task_escalated', taskID, assigneeID, fromFid, fid }) as const,
          ),
  );

const maxReminderLeadMs = 24 * 3_600_000;

/** How long before a deadline its assignees are reminded: a quarter of the time limit, at most a day. */
const reminderLeadMs = (limitMs: number): number => Math.min(maxReminderLeadMs, Math.floor(limitMs / 4));

function deadlineJobs({
  row,
  at,
  transition,
}: LockedEvent): Job<NonNullable<(typeof deadlineQueue)['data']>>[] {
  const { tid, flow_id: flowID } = row;
  return transition.effects.flatMap((effect) => {
    if (effect.type !== 'watch_deadline') return [];
    const { dueAt } = effect;
    return [
      { data: { tid, flowID }, after: new Date(dueAt) },
      { data: { tid, flowID, reminderOf: dueAt }, after: new Date(dueAt - reminderLeadMs(dueAt - at)) },
    ];
  });
}

function processingJobs({
  row,
  transition,
}: LockedEvent): Job<NonNullable<(typeof processingQueue)['data']>>[] {
  const { tid, flow_id: flowID } = row;
  return transition.effects.flatMap((effect) =>
    effect.type === 'process_files' || effect.type === 'send_email'
      ? [{ data: { tid, flowID, task: effect.type } }]
      : [],
  );
}
