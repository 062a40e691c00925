import type { FlowEvent, TaskState } from '@sealflow/domain/workflow';
import {
  type BatchOutcome,
  createTransactionBatcher,
  type DatabaseTransaction,
  inTransaction,
} from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import { type ActsOfActor, recordActsOfActors } from '../audit/audit.usecases.ts';
import { grantFileAccess, type LockedEvent, writeEvents } from './apply-event.usecases.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import { insertDecisions } from './decision.repository.ts';
import { contentDigest, isChangedSinceSeen } from './digest.usecases.ts';
import { type FlowRow, lockFlowsOfTasks, selectFilesOfFlows } from './flow.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { findResponses, type IdempotentRequest, storeResponses } from './idempotency.usecases.ts';
import { lockNewAssignees, type PlannedEvent, planEvents } from './plan-events.usecases.ts';

/** The actions on a task, named as the events of the workflow rules, with the name of each in the audit trail. */
const auditActByAction = {
  approve: 'task.approved',
  reject: 'task.rejected',
  complete: 'task.completed',
  return_to_applicant: 'task.returned',
  return_to_stage: 'task.returned',
  add_approval: 'task.approval_added',
  transfer: 'task.transferred',
  read: 'task.read',
  handle: 'task.handled',
  download: 'task.downloaded',
} as const;
export type TaskAction = keyof typeof auditActByAction;

export interface Decision {
  readonly taskID: string;
  readonly action: TaskAction;
  readonly note: string | null;
  /** SHA-256 digest of the content that the person saw; null if the client does not send it. */
  readonly seen: string | null;
  readonly idempotencyKey: string | undefined;
  /** The additional approvers; set if the action is `add_approval`. */
  readonly approvers?: readonly string[];
  /** The new assignee; set if the action is `transfer`. */
  readonly assignee?: string;
  /** The number of the earlier stage; set if the action is `return_to_stage`. */
  readonly stage?: number;
}

export interface DecidedTask {
  readonly id: string;
  readonly note: string | null;
  readonly processTime: number | null;
  readonly state: TaskState;
}

/** Performs an action on a task as `decider`. */
export type DecideTask = (decider: Decider, decision: Decision) => Promise<DecidedTask>;

/**
 * As {@link decideTask}, for the calls of a node: decisions on different flows that arrive while others are written share a
 * transaction. Each has its own errors, and is committed before its promise resolves.
 */
export function createTaskDecider(services: WorkflowServices): DecideTask {
  const decide = createTransactionBatcher<DecisionCall, DecidedTask>({
    runBatch: (calls) =>
      inTransaction(services.db, (transaction) =>
        decideInTransaction(transaction, services, calls, { waits: false }),
      ),
    runAlone: ({ decider, decision }) => decideTask(services, decider, decision),
  });
  return (decider, decision) => decide({ decider, decision });
}

/**
 * Performs an action on a task in one transaction: it locks the flow's row, applies the workflow rules and closes the
 * task if it is still awaiting. The decision record, the response for repeated requests and the effects are written
 * in the same transaction.
 * The deputy of an absent assignee decides in place of the assignee: the record names both, and the decision counts for the assignee.
 * @throws ServiceError `work.task_not_found` for another person's task, `work.deputy_is_applicant`, `work.task_state_error` for a closed task,
 * `work.changed_since_seen`, `work.idempotency_key_reused`, `work.not_allowed`, `work.approvers_invalid`, `work.return_target_invalid`.
 */
export function decideTask(
  services: WorkflowServices,
  decider: Decider,
  decision: Decision,
): Promise<DecidedTask> {
  return inTransaction(services.db, async (transaction) => {
    const [outcome] = await decideInTransaction(transaction, services, [{ decider, decision }], {
      waits: true,
    });
    if (typeof outcome !== 'object') throw new Error('a decision that waits for its locks is not made');
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  });
}

interface DecisionCall {
  readonly decider: Decider;
  readonly decision: Decision;
}

type Outcome = BatchOutcome<DecidedTask>;

/** A decision whose flow is locked. */
interface LockedDecision extends DecisionCall {
  /** Its place among the calls. */
  readonly index: number;
  readonly row: FlowRow;
  readonly request: IdempotentRequest;
}

/** A decision that the rules accept, before anything is written. */
interface PlannedDecision extends LockedDecision {
  readonly planned: PlannedEvent;
  readonly answer: DecidedTask & { readonly processTime: number };
  /** The assignee in whose place a deputy decides. */
  readonly forFid: string | null;
  /** The digest of the content. */
  readonly content: string;
}

/**
 * Decides tasks of different flows in one transaction. Everything is read and checked before the first write, so that a rejected
 * decision leaves nothing behind.
 * @param options - `waits`: whether it waits for locks. Otherwise decisions that need what another transaction has locked are postponed.
 * @returns the outcomes in the order of the calls.
 */
async function decideInTransaction(
  transaction: DatabaseTransaction,
  services: Pick<WorkflowServices, 'clock' | 'outbox'>,
  calls: readonly DecisionCall[],
  { waits }: { waits: boolean },
): Promise<Outcome[]> {
  const at = services.clock();
  const outcomes = new Map<number, Outcome>();
  const locked = await lockDecisions(transaction, { calls, waits, at }, outcomes);
  const planned = await planDecisions(transaction, { decisions: locked, at }, outcomes);
  const leavers = await lockNewAssignees(
    transaction,
    planned.map((one) => one.planned),
    { waits },
  );
  const ready = planned.flatMap((one, index) => {
    const ofEvent = leavers[index];
    return ofEvent === undefined ? [] : [{ ...one, planned: { ...one.planned, leavers: ofEvent } }];
  });
  await writeDecisions(transaction, services.outbox, ready);
  for (const { index, answer } of ready) outcomes.set(index, { result: answer });
  return calls.map((_, index) => outcomes.get(index) ?? 'postponed');
}

/** @param outcomes - receives the decisions on tasks that do not exist. */
async function lockDecisions(
  transaction: DatabaseTransaction,
  { calls, waits, at }: { calls: readonly DecisionCall[]; waits: boolean; at: number },
  outcomes: Map<number, Outcome>,
): Promise<LockedDecision[]> {
  const rows = await lockFlowsOfTasks(
    transaction,
    calls.map(({ decider, decision }) => ({ tid: decider.member.tid, taskID: decision.taskID })),
    { waits },
  );
  const flowIDs = new Set<string>();
  const locked = calls.flatMap((call, index) => {
    const row = rows[index];
    if (!row) {
      if (waits) outcomes.set(index, { error: new ServiceError('work.task_not_found') });
      return [];
    }
    // Another decision on the same flow has to see what this one changes.
    if (flowIDs.has(row.flow_id)) return [];
    flowIDs.add(row.flow_id);
    return [{ ...call, index, row, request: requestOf(call, at) }];
  });
  // Audit records lock the pseudonyms of new people: concurrent transactions lock them in one order.
  return locked.toSorted((one, other) => compare(deciderOf(one), deciderOf(other)));
}

const deciderOf = ({ decider: { session, member } }: DecisionCall): string => `${session.aid} ${member.tid}`;
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function requestOf({ decider, decision }: DecisionCall, at: number): IdempotentRequest {
  const { taskID, action, note, seen, approvers, assignee, stage, idempotencyKey: key } = decision;
  const recipients = approvers ?? assignee ?? stage;
  const content = recipients === undefined ? [action, note, seen] : [action, note, seen, recipients];
  return { aid: decider.session.aid, scope: `task:${taskID}`, key, content, at: new Date(at) };
}

/** @param outcomes - receives the responses to repeated requests, and the decisions that are rejected. */
async function planDecisions(
  transaction: DatabaseTransaction,
  { decisions, at }: { decisions: readonly LockedDecision[]; at: number },
  outcomes: Map<number, Outcome>,
): Promise<PlannedDecision[]> {
  if (decisions.length === 0) return [];
  const events = decisions.map(({ row, decider, decision }) => ({
    row,
    event: eventOf(decision, decider.member.fid),
  }));
  const flowIDs = events.map(({ row }) => row.flow_id);
  const [responses, planned, files] = await Promise.all([
    findResponses(
      transaction,
      decisions.map(({ request }) => request),
    ),
    planEvents(transaction, events, at),
    selectFilesOfFlows(transaction, flowIDs),
  ]);
  return decisions.flatMap((one, index) => {
    const response = responses[index];
    if (response && !(response instanceof ServiceError)) {
      outcomes.set(one.index, { result: response.answer as DecidedTask });
      return [];
    }
    const content = contentDigest(one.row, files.get(one.row.flow_id) ?? []);
    const result = response ?? toPlannedDecision(one, planned[index], content);
    if (!(result instanceof ServiceError)) return [result];
    outcomes.set(one.index, { error: result });
    return [];
  });
}

function toPlannedDecision(
  one: LockedDecision,
  planned: PlannedEvent | ServiceError | undefined,
  content: string,
): PlannedDecision | ServiceError {
  const { taskID, seen } = one.decision;
  if (planned instanceof ServiceError) return planned;
  const closed = planned?.after.tasks.find((task) => task.id === taskID);
  if (!planned || closed?.processTime == null) return new ServiceError('work.task_state_error');
  if (isChangedSinceSeen(content, seen)) return new ServiceError('work.changed_since_seen');
  const { note, processTime, state } = closed;
  const forFid = closed.decidedBy === undefined ? null : closed.assigneeID;
  return { ...one, planned, answer: { id: taskID, note, processTime, state }, forFid, content };
}

function eventOf({ taskID, action, note, approvers, assignee, stage }: Decision, by: string): FlowEvent {
  const base = { by, taskID, note };
  if (action === 'add_approval') return { ...base, type: action, approvers: approvers ?? [] };
  if (action === 'transfer') return { ...base, type: action, assignee: assignee ?? '' };
  if (action === 'return_to_applicant') return { ...base, type: action, note: note ?? '' };
  if (action === 'return_to_stage') return { ...base, type: action, note: note ?? '', stage: stage ?? -1 };
  return { ...base, type: action };
}

/** Writes decisions, and what they change. The audit records are last: they lock the pseudonyms of new people. */
async function writeDecisions(
  transaction: DatabaseTransaction,
  outbox: Outbox,
  decisions: readonly (PlannedDecision & { readonly planned: LockedEvent })[],
): Promise<void> {
  if (decisions.length === 0) return;
  const events = decisions.map(({ planned }) => planned);
  await grantFileAccess(transaction, events);
  await Promise.all([
    writeEvents(transaction, outbox, events),
    insertDecisions(transaction, decisions.map(decisionRow)),
    storeResponses(transaction, decisions),
    recordActsOfActors(transaction, decisions.map(actsOfDecision)),
  ]);
}

function decisionRow({ row, decider, decision, forFid, content, answer }: PlannedDecision) {
  return {
    task_id: decision.taskID,
    tid: row.tid,
    flow_id: row.flow_id,
    action: decision.action,
    aid: decider.session.aid,
    fid: decider.member.fid,
    for_fid: forFid,
    note: decision.note,
    seen_sha256: decision.seen,
    content_sha256: content,
    decided_at: new Date(answer.processTime),
  };
}

function actsOfDecision({ decider, decision, forFid, content, answer }: PlannedDecision): ActsOfActor {
  const { action, taskID } = decision;
  return {
    actor: auditActorOf(decider),
    at: new Date(answer.processTime),
    acts: [
      { act: auditActByAction[action], subject: taskID, sha256: content },
      ...(forFid === null ? [] : [{ act: 'task.decided_for', subject: forFid } as const]),
    ],
  };
}
