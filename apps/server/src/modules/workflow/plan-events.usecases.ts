import {
  applyTransition,
  decide,
  type Flow,
  type FlowEvent,
  type FlowSnapshot,
  type Task,
  type Transition,
} from '@sealflow/domain/workflow';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { createTimeOrderedID } from '../../infra/random/time-ordered-id.util.ts';
import { findActivePeople, lockActiveStates } from '../tenants/people.usecases.ts';
import { selectAreDeputies } from './absence.repository.ts';
import { findEscalationTargets } from './escalation.usecases.ts';
import type { ChangedColumns, FlowRow } from './flow.repository.ts';
import { selectTasksOfFlows } from './task.repository.ts';

export interface EventOfFlow {
  readonly row: FlowRow;
  readonly event: FlowEvent;
  /** Inserts the row of a new flow, with these columns. Without it the row exists, and the transaction has locked it. */
  readonly insertRow?: (columns: ChangedColumns) => Promise<void>;
}

/** An event that the workflow rules accept, before anything is written. */
export interface PlannedEvent extends EventOfFlow {
  /** The time of the event, in milliseconds. */
  readonly at: number;
  readonly before: FlowSnapshot;
  readonly transition: Transition;
  readonly after: FlowSnapshot;
  /** The people who get a new task. */
  readonly newAssignees: readonly string[];
}

/** An event of a flow together with its tasks. */
interface EventOfSnapshot extends EventOfFlow {
  readonly before: FlowSnapshot;
}

/**
 * Applies the workflow rules to an event of each of several flows. Every kind of facts is read by one statement.
 * @param at - the time of the events, in milliseconds.
 * @returns for each event what it changes, or a ServiceError with the code of the rules if they reject it.
 */
export async function planEvents(
  transaction: DatabaseTransaction,
  events: readonly EventOfFlow[],
  at: number,
): Promise<(PlannedEvent | ServiceError)[]> {
  const existing = events.filter(({ insertRow }) => !insertRow);
  const tasksByFlow =
    existing.length === 0
      ? new Map<string, Task[]>()
      : await selectTasksOfFlows(
          transaction,
          existing.map(({ row }) => row.flow_id),
        );
  const snapshots = events.map((event) => ({
    ...event,
    before: flowSnapshotOf(event.row, tasksByFlow.get(event.row.flow_id) ?? []),
  }));
  const activePeople = await findActivePossibleAssignees(transaction, snapshots);
  const absentFids = await findAbsentAssignees(transaction, snapshots, new Date(at));
  const planned: (PlannedEvent | ServiceError)[] = [];
  for (const [index, one] of snapshots.entries()) {
    const targets = await findTargets(transaction, one, at);
    const facts = { active: activePeople[index], absentFid: absentFids[index] ?? null, targets };
    planned.push(planEvent(one, facts, at));
  }
  return planned;
}

interface EventFacts {
  /** The people who can act, among those to whom the event may assign a task. */
  readonly active: ReadonlySet<string> | undefined;
  /** The assignee of the task, if the sender of the event is the deputy. */
  readonly absentFid: string | null;
  readonly targets: ReadonlyMap<string, readonly string[]>;
}

function planEvent(
  one: EventOfSnapshot,
  { active, absentFid, targets }: EventFacts,
  at: number,
): PlannedEvent | ServiceError {
  const { event, before } = one;
  const targetIDs = new Set([...targets.values()].flat());
  const transition = decide(before, event, {
    at,
    newID: createTimeOrderedID,
    isActive: (personID) => active?.has(personID) === true || targetIDs.has(personID),
    escalationTargets: ({ id }: Task) => targets.get(id) ?? [],
    isDeputyOf: (_deputyID, assigneeID) => assigneeID === absentFid,
  });
  if (!transition.ok) return new ServiceError(transition.code);
  const existingIDs = new Set(before.tasks.map((task) => task.id));
  const newAssignees = transition.tasks.flatMap(({ id, assigneeID }) =>
    assigneeID === null || existingIDs.has(id) ? [] : [assigneeID],
  );
  const after = applyTransition(before, transition);
  return { ...one, at, transition, after, newAssignees: [...new Set(newAssignees)] };
}

/**
 * Locks the memberships of the people who get a new task. A person who left since the plan was made has no job that sees the task:
 * the lock makes others leave after it, and it includes the one that the insert of a task takes.
 * @param options - `waits`: whether it waits for memberships that other transactions have locked.
 * @returns for each event the new assignees who left; undefined if a membership is locked and `waits` is false.
 */
export async function lockNewAssignees(
  transaction: DatabaseTransaction,
  planned: readonly PlannedEvent[],
  options: { waits: boolean },
): Promise<(readonly string[] | undefined)[]> {
  const people = planned.flatMap(({ row, newAssignees }) =>
    newAssignees.map((fid) => ({ tid: row.tid, fid })),
  );
  const states = (await lockActiveStates(transaction, people, options)).values();
  return planned.map(({ newAssignees }) => {
    const active = newAssignees.map((fid) => ({ fid, isActive: states.next().value }));
    if (!options.waits && active.some(({ isActive }) => isActive === undefined)) return undefined;
    return active.flatMap(({ fid, isActive }) => (isActive === false ? [fid] : []));
  });
}

async function findActivePossibleAssignees(
  transaction: DatabaseTransaction,
  events: readonly EventOfSnapshot[],
): Promise<ReadonlySet<string>[]> {
  const possible = events.map(({ row, before, event }) => ({
    tid: row.tid,
    fids: possibleAssignees(before.flow, event),
  }));
  const activeByTenant = new Map<string, ReadonlySet<string>>();
  for (const [tid, ofTenant] of Map.groupBy(possible, (one) => one.tid)) {
    const fids = ofTenant.flatMap((one) => one.fids);
    activeByTenant.set(tid, await findActivePeople(transaction, { tid, fids }));
  }
  return possible.map(({ tid, fids }) => {
    const active = activeByTenant.get(tid);
    return new Set(fids.filter((fid) => active?.has(fid)));
  });
}

/** For each event the assignee of its task, if the sender is the deputy. */
async function findAbsentAssignees(
  transaction: DatabaseTransaction,
  events: readonly EventOfSnapshot[],
  at: Date,
): Promise<(string | null)[]> {
  const questions = events.map(({ row: { tid, type }, event, before }) => {
    if (!('taskID' in event)) return undefined;
    const fid = before.tasks.find(({ id }) => id === event.taskID)?.assigneeID;
    return fid == null || fid === event.by ? undefined : { tid, fid, deputyFid: event.by, type };
  });
  const asked = questions.filter((question) => question !== undefined);
  const areDeputies = (await selectAreDeputies(transaction, asked, at)).values();
  return questions.map((question) => (question && areDeputies.next().value ? question.fid : null));
}

const noTargets: ReadonlyMap<string, readonly string[]> = new Map();

function findTargets(
  transaction: DatabaseTransaction,
  { row: { tid }, event, before }: EventOfSnapshot,
  at: number,
): Promise<ReadonlyMap<string, readonly string[]>> | ReadonlyMap<string, readonly string[]> {
  return event.type === 'deadline_reached'
    ? findEscalationTargets(transaction, { tid, snapshot: before, at })
    : noTargets;
}

export function flowSnapshotOf(row: FlowRow, tasks: FlowSnapshot['tasks']): FlowSnapshot {
  const { flow_id: id, applicant_fid: applicantID, state, stage, process } = row;
  return { flow: { id, applicantID, state, stage, process }, tasks };
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
