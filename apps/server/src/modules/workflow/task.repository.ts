import type { Task } from '@sealflow/domain/workflow';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

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
  const rows = await db
    .selectFrom('flow_tasks')
    .select(taskColumns)
    .where('flow_id', '=', flowID)
    .orderBy('position')
    .execute();
  return rows.map(taskOf);
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

/**
 * Writes the changes of an event to a flow's tasks. Only awaiting tasks are closed.
 * @returns false if one of them was no longer awaiting.
 */
export async function writeTasks(
  transaction: DatabaseTransaction,
  flow: { tid: string; flowID: string },
  { existingIDs: existing, changed }: { existingIDs: readonly Task[]; changed: readonly Task[] },
): Promise<boolean> {
  const ids = new Set(existing.map((task) => task.id));
  const closed = changed.filter(({ id }) => ids.has(id));
  for (let from = 0; from < closed.length; from += maxRowsPerStatement) {
    const tasks = closed.slice(from, from + maxRowsPerStatement);
    if (!(await closeTasks(transaction, flow.flowID, tasks))) return false;
  }
  const rows = changed
    .filter(({ id }) => !ids.has(id))
    .map((task, index) => rowOf(task, { ...flow, position: existing.length + index }));
  for (let from = 0; from < rows.length; from += maxRowsPerStatement) {
    await transaction
      .insertInto('flow_tasks')
      .values(rows.slice(from, from + maxRowsPerStatement))
      .execute();
  }
  return true;
}

/**
 * For a statement that changes more rows, the change feed reports a change of the whole tenant instead of single
 * rows.
 */
const maxRowsPerStatement = 20;

/**
 * The rows are one JSON parameter: for arrays PostgreSQL makes a plan for each call, because it counts their elements, and that
 * takes as long as the update. The flow limits the rows that the plan reads, whatever the number of tasks.
 */
async function closeTasks(
  transaction: DatabaseTransaction,
  flowID: string,
  tasks: readonly Task[],
): Promise<boolean> {
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
    where flow_tasks.flow_id = ${flowID} and flow_tasks.task_id = closed.task_id
      and flow_tasks.state = 'awaiting'
  `.execute(transaction);
  return numAffectedRows === BigInt(tasks.length);
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
