import { type SqlBool, sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { FlowFilter, ListFilter, TaskFilter } from './list-filter.schemas.ts';

export interface Page {
  readonly skip: number;
  readonly limit: number;
}
interface Person {
  readonly tid: string;
  readonly fid: string;
}

/** A person's own applications, the newest first, and how many there are; `limit` 0 gives the count alone. */
export async function selectOwnFlows(
  db: DatabaseHandle,
  { tid, fid }: Person,
  { filter, page }: { filter: FlowFilter; page: Page },
) {
  const matching = db
    .selectFrom('flows')
    .where('flows.tid', '=', tid)
    .where('flows.applicant_fid', '=', fid)
    .where(filter.states ? sql<SqlBool>`flows.state = any(${filter.states})` : anything)
    .where(applies('flows', filter))
    .where(createdWithin('flows', filter));
  const { total } = await matching
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (page.limit === 0) return { total, rows: [] };
  const rows = await matching
    .innerJoin('flow_types as types', (join) =>
      join.onRef('types.tid', '=', 'flows.tid').onRef('types.type_id', '=', 'flows.type_id'),
    )
    .selectAll('flows')
    .select('types.name as type_name')
    .orderBy('flows.created_at', 'desc')
    .orderBy('flows.flow_id')
    .offset(page.skip)
    .limit(page.limit)
    .execute();
  return { total, rows };
}

/** A person's tasks with their flows, the newest first, and how many there are. */
export async function selectOwnTasks(
  db: DatabaseHandle,
  { tid, fid }: Person,
  { filter, page }: { filter: TaskFilter; page: Page },
) {
  let matching = db
    .selectFrom('flow_tasks as tasks')
    .where('tasks.tid', '=', tid)
    .where('tasks.assignee_fid', '=', fid)
    .where(createdWithin('tasks', filter));
  if (filter.state) matching = matching.where('tasks.state', '=', filter.state);
  if (filter.step) matching = matching.where('tasks.step', '=', filter.step);
  if (filter.type || filter.keyword) {
    matching = matching.where('tasks.flow_id', 'in', (query) =>
      query
        .selectFrom('flows')
        .select('flow_id')
        .where('flows.tid', '=', tid)
        .where(applies('flows', filter)),
    );
  }
  const { total } = await matching
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (page.limit === 0) return { total, rows: [] };
  const rows = await matching
    .innerJoin('flows', 'flows.flow_id', 'tasks.flow_id')
    .innerJoin('flow_types as types', (join) =>
      join.onRef('types.tid', '=', 'flows.tid').onRef('types.type_id', '=', 'flows.type_id'),
    )
    .selectAll('flows')
    .select([
      'types.name as type_name',
      'tasks.task_id',
      'tasks.step',
      'tasks.state as task_state',
      'tasks.outcome',
      'tasks.note',
      'tasks.created_at as task_created_at',
      'tasks.process_time',
      'tasks.due_at',
    ])
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.task_id')
    .offset(page.skip)
    .limit(page.limit)
    .execute();
  return { total, rows };
}

const anything = sql<SqlBool>`true`;

function applies(table: 'flows', { type, keyword }: ListFilter) {
  const ofType = type ? sql<SqlBool>`${sql.ref(`${table}.type`)} = ${type}` : anything;
  if (keyword === undefined) return ofType;
  // A person searches for what they see; the signs of the pattern language mean themselves.
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`${ofType} and (flows.title ilike ${pattern} or flows.description ilike ${pattern})`;
}

function createdWithin(table: 'flows' | 'tasks', { createdFrom, createdBefore }: ListFilter) {
  const createdAt = sql.ref(`${table}.created_at`);
  const from = createdFrom ? sql<SqlBool>`${createdAt} >= ${createdFrom}` : anything;
  return createdBefore ? sql<SqlBool>`${from} and ${createdAt} < ${createdBefore}` : from;
}
