import type { Answer } from '@sealflow/contract';
import { canEscalate, type Task } from '@sealflow/domain/workflow';
import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import { lockFlow, selectFlowOfParticipant } from './flow.repository.ts';
import { selectLastReminder } from './flow-acts.repository.ts';
import { noticeQueue, type WorkflowServices } from './flow-event.usecases.ts';
import { recordFlowAct } from './flow-record.usecases.ts';
import { selectTasks } from './task.repository.ts';

type Reminder = Answer<'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/remind'>['data'];

/** The least time between two reminders of one application. */
const reminderIntervalMs = 3_600_000;

/** Whether somebody has to act on a task for its flow to go on. */
const isAwaited = ({ state, step }: Task): boolean =>
  state === 'awaiting' && (step === 'approve' || step === 'file_process');

/** One notice for each task that has an assignee. */
const noticesOf = <T extends object>(tasks: readonly Task[], notice: T) =>
  tasks.flatMap(({ id: taskID, assigneeID }) =>
    assigneeID === null ? [] : [{ ...notice, taskID, assigneeID }],
  );

/**
 * Reminds the people whose task an own application awaits, in one transaction with its record. The tasks do not change.
 * @throws ServiceError `work.flow_not_found` also for callers who do not participate in it, `work.not_allowed` for participants
 * other than the applicant, `work.nobody_to_remind`, `work.reminded_recently` with `minutes`.
 */
export function remindAssignees(
  services: WorkflowServices,
  decider: Decider,
  flowID: string,
): Promise<Reminder> {
  const { tid, fid } = decider.member;
  return inTransaction(services.db, async (transaction) => {
    const row = await lockFlow(transaction, { tid, flowID });
    if (!row) throw new ServiceError('work.flow_not_found');
    if (row.applicant_fid !== fid) {
      const isParticipant = await selectFlowOfParticipant(transaction, { tid, fid, flowID });
      throw new ServiceError(isParticipant ? 'work.not_allowed' : 'work.flow_not_found');
    }
    const awaited = (await selectTasks(transaction, flowID)).filter(isAwaited);
    const others = awaited.filter(({ assigneeID }) => assigneeID !== fid);
    const notices = noticesOf(others, { type: 'task_reminded' } as const);
    if (notices.length === 0) throw new ServiceError('work.nobody_to_remind');
    const now = services.clock();
    const last = await selectLastReminder(transaction, { tid, flowID });
    const waitMs = last === null ? 0 : last.getTime() + reminderIntervalMs - now;
    if (waitMs > 0) throw new ServiceError('work.reminded_recently', { minutes: Math.ceil(waitMs / 60_000) });
    await services.outbox.send(transaction, noticeQueue, [{ data: { tid, flowID, at: now, notices } }]);
    const performAct = { action: 'remind', note: null, seen: null } as const;
    await recordFlowAct(transaction, row, { actor: auditActorOf(decider), performAct, at: new Date(now) });
    const reminded = new Set(notices.map(({ assigneeID }) => assigneeID)).size;
    return { reminded, nextAt: now + reminderIntervalMs };
  });
}

/** Reminds the people whose open tasks are due at this time. */
export function remindOfDeadline(
  services: WorkflowServices,
  { tid, flowID, dueAt }: { tid: string; flowID: string; dueAt: number },
): Promise<void> {
  return inTransaction(services.db, async (transaction) => {
    const row = await lockFlow(transaction, { tid, flowID });
    if (!row) return;
    const all = await selectTasks(transaction, flowID);
    const tasks = all.filter((task) => isAwaited(task) && task.dueAt === dueAt);
    const { escalation } = row.process;
    const notices = tasks.flatMap((task) => {
      const escalates = canEscalate(task, all, escalation) ? { escalates: true } : {};
      return noticesOf([task], { type: 'task_due', dueAt, ...escalates } as const);
    });
    if (notices.length === 0) return;
    const at = services.clock();
    await services.outbox.send(transaction, noticeQueue, [{ data: { tid, flowID, at, notices } }]);
  });
}
