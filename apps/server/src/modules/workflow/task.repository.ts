import type { Task } from '@sealflow/domain/workflow';
import { type Selectable, sql } from 'kysely';
import {
  type Database,
  type DatabaseHandle,
  type DatabaseTransaction,
  rowChunksOf,
} from '../../infra/database/index.ts';

export type TaskRow = Selectable<Database['flow_tasks']>;

/** Explicit column names keep the statement text stable, so that it can be a prepared statement. */
const taskColumns = [
  'task_id',
  'flow_id',
  'position',
  'tid',
  'step',
  'stage',
  'assignee_fid',
  'state',
  'outcome',
  'note',
  'created_at',
  'process_time',
  'due_at',
  'replaces',
  'added',
  'decided_by',
] as const satisfies readonly (keyof TaskRow)[];

/** All tasks of a flow, in the order in which they were opened. */
export async function selectTasks(db: DatabaseHandle, flowID: string): Promise<Task[]> {
  return (await selectTasksOfFlows(db, [flowID])).get(flowID) ?? [];
}

/** As {@link selectTasks}, for several flows. Flows without tasks have no entry. */
export async function selectTasksOfFlows(
  db: DatabaseHandle,
  flowIDs: readonly string[],
): Promise<Map<string, Task[]>> {
  const columns = sql.join(taskColumns.map((column) => sql.ref(`flow_tasks.${column}`)));
  const { rows } = await sql<TaskRow>`
    select ${columns} from json_array_elements_text(${JSON.stringify(flowIDs)}::json) as requested (flow_id)
    cross join lateral (
      select ${columns} from flow_tasks where flow_tasks.flow_id = requested.flow_id offset 0
    ) as flow_tasks
    order by flow_tasks.flow_id, flow_tasks.position
  `.execute(db);
  const tasksByFlow = Map.groupBy(rows, (row) => row.flow_id);
  return new Map([...tasksByFlow].map(([flowID, tasks]) => [flowID, tasks.map(taskOf)]));
}

/** The step of each of these tasks. */
export async function selectSteps(
  db: DatabaseHandle,
  { tid, taskIDs }: { tid: string; taskIDs: readonly string[] },
): Promise<Map<string, Task['step']>> {
  const rows = await db
    .selectFrom('flow_tasks')
    .select(['task_id', 'step'])
    .where('tid', '=', tid)
    .where('task_id', '=', sql<string>`any(${taskIDs}::text[])`)
    .execute();
  return new Map(rows.map(({ task_id, step }) => [task_id, step]));
}

/** The flows that wait for this person: with an awaiting task to approve or to process files. */
export async function selectFlowsAwaiting(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('flow_tasks')
    .select('flow_id')
    .distinct()
    .where('tid', '=', tid)
    .where('assignee_fid', '=', fid)
    .where('state', '=', 'awaiting')
    .where('step', 'in', ['approve', 'file_process'])
    .orderBy('flow_id')
    .execute();
  return rows.map((row) => row.flow_id);
}

/** Whether the person has an awaiting task that can be transferred. */
export async function hasTransferableTask(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('flow_tasks')
    .select('task_id')
    .where('tid', '=', tid)
    .where('assignee_fid', '=', fid)
    .where('state', '=', 'awaiting')
    .where('step', 'in', ['approve', 'file_process'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A task that awaits the decision of this account: as the assignee, or as deputy of an assignee who is absent at this time.
 */
export function selectDecidableTask(
  db: DatabaseHandle,
  { tid, taskID, aid, at }: { tid: string; taskID: string; aid: string; at: Date },
): Promise<{ task_id: string; flow_id: string } | undefined> {
  return db
    .selectFrom('flow_tasks')
    .innerJoin('memberships as member', 'member.tid', 'flow_tasks.tid')
    .select(['flow_tasks.task_id', 'flow_tasks.flow_id'])
    .where('flow_tasks.tid', '=', tid)
    .where('flow_tasks.task_id', '=', taskID)
    .where('flow_tasks.state', '=', 'awaiting')
    .where('flow_tasks.step', '=', 'approve')
    .where('member.aid', '=', aid)
    .where('member.state', '=', 'active')
    .where(
      sql<boolean>`(flow_tasks.assignee_fid = member.fid or exists (
        select from deputised_tasks(${tid}, member.fid, ${at}) as deputised
        where deputised.task_id = flow_tasks.task_id))`,
    )
    .limit(1)
    .executeTakeFirst();
}

/** What an event changes in the tasks of a flow. */
export interface ChangedTasks {
  readonly tid: string;
  readonly flowID: string;
  /** The tasks before the event. */
  readonly existing: readonly Task[];
  /** The tasks that the event opened or closed. */
  readonly changed: readonly Task[];
}

/**
 * Writes the changes of events to the tasks of flows that the transaction has locked. Only awaiting tasks are closed.
 * @returns false if one of them was no longer awaiting.
 */
export async function writeTasks(
  transaction: DatabaseTransaction,
  changes: readonly ChangedTasks[],
): Promise<boolean> {
  const closed: Task[] = [];
  const opened: TaskRow[] = [];
  for (const { tid, flowID, existing, changed } of changes) {
    const ids = new Set(existing.map((task) => task.id));
    closed.push(...changed.filter(({ id }) => ids.has(id)));
    const openedOfFlow = changed.filter(({ id }) => !ids.has(id));
    opened.push(
      ...openedOfFlow.map((task, index) => rowOf(task, { tid, flowID, position: existing.length + index })),
    );
  }
  const [areClosed] = await Promise.all([
    Promise.all(rowChunksOf(closed).map((tasks) => closeTasks(transaction, tasks))),
    Promise.all(rowChunksOf(opened).map((rows) => insertTasks(transaction, rows))),
  ]);
  return areClosed.every(Boolean);
}

/**
 * The rows are one JSON parameter: for arrays PostgreSQL makes a plan for each call, because it counts their elements, and that
 * takes as long as the update. Each row is looked up apart: with a join the kept plan would read the whole table.
 */
async function closeTasks(transaction: DatabaseTransaction, tasks: readonly Task[]): Promise<boolean> {
  const rows = tasks.map(({ id, state, outcome, note, processTime, decidedBy }) => ({
    task_id: id,
    state,
    outcome,
    note,
    process_time: dateOf(processTime),
    decided_by: decidedBy ?? null,
  }));
  const { numAffectedRows } = await sql`
    update flow_tasks
    set state = closed.state, outcome = closed.outcome, note = closed.note, process_time = closed.process_time,
      decided_by = closed.decided_by
    from json_to_recordset(${JSON.stringify(rows)}::json) as closed (task_id text, state text, outcome text, note text,
      process_time timestamptz, decided_by text)
    cross join lateral (select ctid as place from flow_tasks where task_id = closed.task_id limit 1) as found
    where flow_tasks.ctid = found.place and flow_tasks.state = 'awaiting'
  `.execute(transaction);
  return numAffectedRows === BigInt(tasks.length);
}

async function insertTasks(transaction: DatabaseTransaction, rows: readonly TaskRow[]): Promise<void> {
  const columns = sql.join(taskColumns.map((column) => sql.ref(column)));
  await sql`
    insert into flow_tasks (${columns})
    select ${columns} from json_to_recordset(${JSON.stringify(rows)}::json) as opened (task_id text, flow_id text,
      position integer, tid text, step text, stage integer, assignee_fid text, state text, outcome text, note text,
      created_at timestamptz, process_time timestamptz, due_at timestamptz, replaces text, added boolean, decided_by text)
  `.execute(transaction);
}

function rowOf(
  task: Task,
  { tid, flowID, position }: { tid: string; flowID: string; position: number },
): TaskRow {
  const { step, stage, state, outcome, note, replaces, added } = task;
  return {
    task_id: task.id,
    flow_id: flowID,
    position,
    tid,
    step,
    stage,
    assignee_fid: task.assigneeID,
    state,
    outcome,
    note,
    created_at: new Date(task.createAt),
    process_time: dateOf(task.processTime),
    due_at: dateOf(task.dueAt),
    replaces,
    added,
    decided_by: task.decidedBy ?? null,
  };
}

function taskOf(row: TaskRow): Task {
  const { step, stage, state, outcome, note, replaces, added } = row;
  return {
    id: row.task_id,
    step,
    stage,
    assigneeID: row.assignee_fid,
    state,
    outcome,
    note,
    createAt: row.created_at.getTime(),
    processTime: row.process_time?.getTime() ?? null,
    dueAt: row.due_at?.getTime() ?? null,
    replaces,
    added,
    ...(row.decided_by === null ? {} : { decidedBy: row.decided_by }),
  };
}

function dateOf(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
