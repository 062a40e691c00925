import type { FlowFile, FlowInfo, ProcessStep } from '@sealflow/contract';
import {
  isPossible,
  returnTargetOf,
  type StepStatus,
  successorOf,
  type Task,
  type TimelineStep,
  timeline,
} from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { selectDeputised } from './absence.repository.ts';
import { predicateNamer } from './application-facts.usecases.ts';
import { describeChosen } from './approver-choices.usecases.ts';
import { mutableCopyOf, resolveDetailNames } from './details.usecases.ts';
import { type FlowRow, selectFlowFiles, selectFlowOfParticipant } from './flow.repository.ts';
import { selectReassignments } from './flow-acts.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { selectIsFollowed } from './flow-follows.repository.ts';
import { type Names, namesOf, toFlow, toFlowFiles, toPerson } from './flow-response.usecases.ts';
import {
  findReturningTask,
  findUnchangedApproval,
  type ReturnStage,
  returnStagesOf,
  toReturnFacts,
} from './flow-returns.usecases.ts';
import { flowSnapshotOf } from './plan-events.usecases.ts';
import { selectTasks } from './task.repository.ts';

type Person = Pick<Member, 'tid' | 'fid'>;
type ReadServices = Pick<WorkflowServices, 'db' | 'clock'>;

/** @throws ServiceError `work.flow_not_found`, also for a flow that the person takes no part in. */
export async function getFlow(services: ReadServices, person: Person, flowID: string): Promise<FlowInfo> {
  const { db } = services;
  const { row, tasks } = await readFlow(services, person, flowID);
  const open = tasks.filter(({ state }) => state === 'awaiting');
  const own = open.filter(({ assigneeID }) => assigneeID === person.fid);
  // A person who has both a task to act on and a copy opens the flow in order to act.
  const mine =
    own.find((task) => task.step !== 'cc') ??
    (await findTaskOfDeputy(services, person, { row, open })) ??
    own[0];
  const returning = findReturningTask(tasks);
  const returnStages = mine && returnStagesOf({ row, tasks }, mine);
  const fids = [
    row.applicant_fid,
    mine?.assigneeID ?? null,
    returning?.assigneeID ?? null,
    returning?.decidedBy ?? null,
    ...(returnStages ?? []).flatMap((stage) => stage.fids),
  ];
  const names = await namesOf(db, { tid: person.tid, fids });
  const unchanged = mine && (await findUnchangedApproval(db, { row, tasks }, mine));
  const myTask = mine ? toMyTask(mine, { row, tasks, person, names, returnStages, unchanged }) : null;
  const detailNames = await resolveDetailNames(db, person.tid, row.details);
  const chosen = await describeChosen(db, row);
  const details = mutableCopyOf(row.details);
  const isFollowed = await selectIsFollowed(db, { tid: person.tid, fid: person.fid, flowID: row.flow_id });
  const followed = isFollowed ? ({ isFollowed } as const) : {};
  const returnFacts = toReturnFacts({ row, tasks }, names);
  return { ...toFlow(row, names), details, ...chosen, detailNames, myTask, ...returnFacts, ...followed };
}

function toMyTask(
  { id, step: nodeType, state, assigneeID }: Task,
  {
    row,
    tasks,
    person,
    names,
    returnStages,
    unchanged,
  }: {
    row: FlowRow;
    tasks: readonly Task[];
    person: Person;
    names: Names;
    returnStages: readonly ReturnStage[] | undefined;
    unchanged: Date | undefined;
  },
): NonNullable<FlowInfo['myTask']> {
  const event = { type: 'complete', by: assigneeID ?? '', taskID: id, note: null } as const;
  const canComplete = isPossible(flowSnapshotOf(row, tasks), event, row.updated_at.getTime());
  const stages = returnStages?.map(({ stage, fids }) => ({
    stage,
    people: fids.map((fid) => toPerson(fid, names)),
  }));
  const shown = {
    id,
    nodeType,
    state,
    canComplete,
    ...(stages ? { returnStages: stages } : {}),
    ...(unchanged ? { approvedUnchangedAt: unchanged.getTime() } : {}),
  };
  if (assigneeID === null || assigneeID === person.fid) return shown;
  return { ...shown, deputyFor: toPerson(assigneeID, names) };
}

/** An open task that the person may decide as deputy of its assignee. */
async function findTaskOfDeputy(
  { db, clock }: ReadServices,
  { tid, fid }: Person,
  { row, open }: { row: FlowRow; open: readonly Task[] },
): Promise<Task | undefined> {
  const work = open.filter(({ step }) => step === 'approve' || step === 'file_process');
  if (work.length === 0 || row.applicant_fid === fid) return undefined;
  const deputised = await selectDeputised(db, { tid, fid, at: new Date(clock()) });
  const absent = new Set(
    deputised.flatMap(({ fid: one, types }) => (types?.includes(row.type) === false ? [] : [one])),
  );
  return work.find(({ assigneeID }) => assigneeID !== null && absent.has(assigneeID));
}

/** @throws ServiceError as {@link getFlow}. */
export async function getFlowFiles(
  services: ReadServices,
  person: Person,
  flowID: string,
): Promise<FlowFile[]> {
  await readFlow(services, person, flowID);
  return toFlowFiles(await selectFlowFiles(services.db, flowID));
}

/** @throws ServiceError as {@link getFlow}. */
export async function getProcess(
  services: ReadServices,
  person: Person,
  flowID: string,
): Promise<ProcessStep[]> {
  return toProcess(services.db, await readFlow(services, person, flowID));
}

export async function toProcess(
  db: DatabaseHandle,
  { row, tasks }: { row: FlowRow; tasks: readonly Task[] },
): Promise<ProcessStep[]> {
  const steps = timeline(flowSnapshotOf(row, tasks));
  const unmet = steps.flatMap(({ condition }) => condition?.unmet ?? []);
  const nameOf = await predicateNamer(db, row.tid, unmet);
  const reassignments = await selectReassignments(db, { tid: row.tid, flowID: row.flow_id });
  const assignees = tasks.flatMap(({ assigneeID, decidedBy }) => [assigneeID, decidedBy ?? null]);
  const fids = [row.applicant_fid, ...assignees];
  const names = await namesOf(db, { tid: row.tid, fids: [...fids, ...reassignments.map(({ fid }) => fid)] });
  const reassignmentByTask = new Map(
    reassignments.map(({ task_id: taskID, fid }) => {
      const to = tasks.find(({ replaces }) => replaces === taskID)?.assigneeID ?? null;
      return [taskID, { by: personOrNull(fid, names), to: personOrNull(to, names) }];
    }),
  );
  return steps.map((step) =>
    step.step === 'initiate' && step.stage === null
      ? initiationStep(row, toPerson(row.applicant_fid, names))
      : toProcessStep(step, { names, reassignmentByTask, row, tasks, nameOf }),
  );
}

async function readFlow({ db, clock }: ReadServices, { tid, fid }: Person, flowID: string) {
  const row = await selectFlowOfParticipant(db, { tid, fid, flowID, at: new Date(clock()) });
  if (!row) throw new ServiceError('work.flow_not_found');
  return { row, tasks: await selectTasks(db, flowID) };
}

/**
 * The step of the applicant. It is done once the application is submitted. Its end is the creation time, also for an
 * application that was a draft first.
 */
function initiationStep(row: FlowRow, assignee: { fid: string; name: string }): ProcessStep {
  const id = `${row.flow_id}.initiate`;
  const createAt = row.created_at.getTime();
  const isDraft = row.state === 'new';
  const endAt = isDraft ? null : createAt;
  const state = isDraft ? 'awaiting' : 'processed';
  const task = { id, assignee, state, outcome: null, note: null, createAt, processTime: endAt } as const;
  return {
    id,
    stepType: 'initiate',
    state: isDraft ? 'current' : 'done',
    mode: null,
    startAt: createAt,
    endAt,
    tasks: [task],
  };
}

const stepStateByStanding = {
  done: 'done',
  current: 'current',
  upcoming: 'pending',
  // The flow ended at this step; the outcomes of its tasks show how.
  stopped: 'done',
  skipped: 'skipped',
} as const satisfies Record<StepStatus, ProcessStep['state']>;

type ProcessTask = ProcessStep['tasks'][number];

/** What the steps of a process need beside its tasks. */
interface ProcessFacts {
  readonly nameOf: Awaited<ReturnType<typeof predicateNamer>>;
  readonly names: Names;
  readonly reassignmentByTask: ReadonlyMap<string | null, NonNullable<ProcessTask['reassignment']>>;
  readonly row: FlowRow;
  /** All tasks of the application. */
  readonly tasks: readonly Task[];
}

function toProcessStep(one: TimelineStep, facts: ProcessFacts): ProcessStep {
  const { step, stage, rule, status, tasks, condition } = one;
  const times = tasks.map((task) => task.processTime ?? 0);
  const isOver = status === 'done' || status === 'stopped';
  return {
    id: condition ? `${step}.skipped.${condition.stage}` : stage === null ? step : `${step}.${stage}`,
    stepType: step,
    state: stepStateByStanding[status],
    mode: rule,
    startAt: tasks[0]?.createAt ?? null,
    endAt: isOver && tasks.length > 0 ? Math.max(...times) : null,
    ...(condition ? { skippedBecause: condition.unmet.map(facts.nameOf) } : {}),
    tasks: tasks.map((task) => toProcessTask(task, facts)),
  };
}

function toProcessTask(task: Task, { names, reassignmentByTask, row, tasks }: ProcessFacts): ProcessTask {
  const { id, assigneeID, state, outcome, note, createAt, processTime } = task;
  const assignee = personOrNull(assigneeID, names);
  const reassignment = reassignmentByTask.get(id);
  const decidedBy = task.decidedBy === undefined ? {} : { decidedBy: toPerson(task.decidedBy, names) };
  const target = returnTargetOf(row.process, task, tasks);
  const returnedTo = target === null ? {} : { returnedTo: target };
  const next = successorOf(task, tasks)?.assigneeID ?? null;
  const escalatedTo = next === null ? {} : { escalatedTo: toPerson(next, names) };
  const optional = { ...decidedBy, ...returnedTo, ...escalatedTo };
  const shown = { id, assignee, state, outcome, note, createAt, processTime, ...optional };
  return reassignment === undefined ? shown : { ...shown, reassignment };
}

function personOrNull(fid: string | null, names: Names): ProcessTask['assignee'] {
  return fid === null ? null : toPerson(fid, names);
}
