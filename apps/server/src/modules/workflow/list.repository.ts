import type { Selectable } from 'kysely';
import { createBatchLoader, pollBatchIntervalMs } from '../../infra/database/batch-loader.util.ts';
import type { Database, DatabaseConnection } from '../../infra/database/index.ts';
import type { FlowSummaryRow } from './flow.repository.ts';
import {
  type Conditions,
  deputisedAt,
  matchingFlows,
  matchingTasks,
  numbered,
  type PersonAt,
  type PersonKey,
  requestedPeople,
  requestedPerson,
  requestedTable,
} from './list-conditions.repository.ts';
import type { FlowFilter, TaskFilter } from './list-filter.schemas.ts';

type Pool = DatabaseConnection['pool'];
type Task = Selectable<Database['flow_tasks']>;

export interface Page {
  readonly skip: number;
  readonly limit: number;
}
export type ListedFlow = FlowSummaryRow & { applicant_name: string };
export type ListedTask = ListedFlow &
  Pick<Task, 'task_id' | 'step' | 'outcome' | 'note' | 'process_time' | 'due_at'> & {
    task_state: Task['state'];
    task_created_at: Date;
    /** The absent person whose task it is, if the person has it as deputy. */
    absent_fid: string | null;
    absent_name: string | null;
  };

/** Runs a count query, for one person or batched with those of others. */
export type RunCount = (request: CountRequest) => Promise<number>;

interface CountRequest {
  readonly person: PersonKey;
  readonly matching: Conditions;
  readonly table: 'flows' | 'flow_tasks';
  readonly name: string;
  /** Tasks of the person as deputy at this time are counted too. */
  readonly at?: Date;
}

export function countFlows(runCount: RunCount, person: PersonKey, filter: FlowFilter): Promise<number> {
  return runCount({ person, matching: matchingFlows(person, filter), table: 'flows', name: 'count_flows' });
}

/** A page of a person's own applications, newest first. */
export async function selectFlows(
  pool: Pool,
  { person, filter, page }: { person: PersonKey; filter: FlowFilter; page: Page },
): Promise<ListedFlow[]> {
  const matching = matchingFlows(person, filter);
  const text = `
    select ${listColumns}
    from (
      select * from flows where ${matching.where} order by created_at desc, flow_id ${limitClause(matching.values, page)}
    ) as flows ${flowJoins}
    order by flows.created_at desc, flows.flow_id`;
  const { rows } = await pool.query<ListedFlow>({
    name: matching.statementName('flows'),
    text,
    values: matching.values,
  });
  return rows;
}

export function countTasks(
  runCount: RunCount,
  { person, filter, at }: { person: PersonKey; filter: TaskFilter; at: Date },
): Promise<number> {
  return runCount({
    person,
    matching: matchingTasks(person, filter),
    table: 'flow_tasks',
    name: 'count_tasks',
    at,
  });
}

export interface TaskPageRequest {
  readonly person: PersonKey;
  readonly filter: TaskFilter;
  readonly page: Page;
  /** Tasks of the people whose deputy the person is at this time are listed too. */
  readonly at: Date;
}

export interface TaskPage {
  readonly rows: ListedTask[];
  /** Whether the person is the deputy in an absence that has not ended: of one that has begun, or of a future one. */
  readonly isDeputy: boolean;
}

/** Selects a page of a person's tasks with their flows, newest first, alone or batched with those of others. */
export type SelectTasks = (request: TaskPageRequest) => Promise<TaskPage>;

/**
 * Selects a page with the number of all matching tasks by one statement. A search by keyword reads all tasks of the person with their
 * applications for the number already. Without a keyword, an index yields the page and the number in less time.
 */
export async function searchTasks(
  pool: Pool,
  { person, filter, page, at }: TaskPageRequest,
): Promise<TaskPage & { total: number }> {
  const matching = matchingTasks(person, filter);
  const own = matching.where;
  const atPosition = matching.values.push(at);
  const deputised = numbered(matching.unnumberedWhereInstead(deputisedAt(`$${atPosition}`)));
  const pageText = taskPageText({
    parts: 'select * from matched',
    fid: '$2',
    limits: limitClause(matching.values, page),
  });
  const { rows } = await pool.query<TaskPageRow & { total: number }>({
    name: matching.statementName('search_tasks'),
    text: `
      with matched as materialized (
        select * from flow_tasks where ${own} union all select * from flow_tasks where ${deputised}
      )
      select ${isDeputyOf('$1', '$2')}, (select count(*)::integer from matched) as total, page.* from (select) as person
      left join (${pageText}) as page on true
      order by page.task_created_at desc, page.task_id`,
    values: matching.values,
  });
  return { ...toTaskPage(rows), total: rows[0]?.total ?? 0 };
}

/** Selects each page in its own statement. */
export function createTaskSelector(pool: Pool): SelectTasks {
  return async ({ person, filter, page, at }) => {
    const matching = matchingTasks(person, filter);
    const own = matching.where;
    const atPosition = matching.values.push(at);
    const deputised = numbered(matching.unnumberedWhereInstead(deputisedAt(`$${atPosition}`)));
    const parts = ownAndDeputised({ own, deputised, lastRow: `$${matching.values.push(lastRowOf(page))}` });
    const pageText = taskPageText({ parts, fid: '$2', limits: limitClause(matching.values, page) });
    const { rows } = await pool.query<TaskPageRow>({
      name: matching.statementName('tasks'),
      text: `
        select ${isDeputyOf('$1', '$2')}, page.* from (select) as person
        left join (${pageText}) as page on true
        order by page.task_created_at desc, page.task_id`,
      values: matching.values,
    });
    return toTaskPage(rows);
  };
}

/** The last row of a batched page: farther pages take long, and other people would wait for them. */
const maxBatchedRow = 100;

/** Batches concurrent pages of the same kind, by one statement per kind. Only polled pages are batched. */
export function createBatchedTaskSelector(pool: Pool): SelectTasks {
  const selectPage = createTaskSelector(pool);
  const loaderByKind = new Map<string, (person: PersonAt) => Promise<TaskPage>>();
  return (request) => {
    const { person, filter, page, at } = request;
    const matching = matchingTasks(person, filter);
    if (!matching.hasOnlyEnumValues || page.skip + page.limit > maxBatchedRow) return selectPage(request);
    const key = [matching.statementName('tasks'), ...matching.valuesOfKind, page.skip, page.limit].join(' ');
    const existingLoader = loaderByKind.get(key);
    const load =
      existingLoader ??
      createBatchLoader((people: readonly PersonAt[]) => selectTasksOfEach(pool, { matching, page, people }));
    if (!existingLoader) loaderByKind.set(key, load);
    return load({ ...person, at });
  };
}

async function selectTasksOfEach(
  pool: Pool,
  { matching, page, people }: { matching: Conditions; page: Page; people: readonly PersonAt[] },
): Promise<TaskPage[]> {
  const values: unknown[] = [requestedPeople(people), ...matching.valuesOfKind];
  const text = `
    select requested.position, ${isDeputyOf('requested.tid', 'requested.fid')}, page.* from ${requestedTable}
    left join lateral (${taskPageText({
      parts: ownAndDeputised({
        own: numbered(matching.unnumberedWhere, requestedPerson),
        deputised: numbered(matching.unnumberedWhereInstead(deputisedAt('requested.at')), requestedPerson),
        lastRow: `$${values.push(lastRowOf(page))}`,
      }),
      fid: 'requested.fid',
      limits: limitClause(values, page),
    })}) as page on true
    order by requested.position, page.task_created_at desc, page.task_id`;
  const { rows } = await pool.query<TaskPageRow & { position: number }>({
    name: matching.statementName('tasks_each'),
    text,
    values,
  });
  const pages = Map.groupBy(rows, ({ position }) => position);
  return people.map((_, position) => toTaskPage(pages.get(position) ?? []));
}

/** A task, or nothing but `is_deputy` for an empty page. */
type TaskPageRow = (ListedTask | { [Column in keyof ListedTask]: null }) & { is_deputy: boolean };

function toTaskPage(rows: readonly TaskPageRow[]): TaskPage {
  return {
    rows: rows.filter((row): row is ListedTask & TaskPageRow => row.task_id !== null),
    isDeputy: rows[0]?.is_deputy ?? false,
  };
}

const isDeputyOf = (tid: string, fid: string) =>
  `exists (select from absences where absences.tid = ${tid} and absences.deputy_fid = ${fid} and absences.ended_at is null) as is_deputy`;

/**
 * The tasks of the person, and those that the person has as deputy. Each part reads no more rows than the page can need, by the
 * index of its order.
 */
const ownAndDeputised = ({
  own,
  deputised,
  lastRow,
}: {
  readonly own: string;
  readonly deputised: string;
  readonly lastRow: string;
}): string => `
  (select * from flow_tasks where ${own} order by created_at desc, task_id limit ${lastRow})
  union all
  (select * from flow_tasks where ${deputised} order by created_at desc, task_id limit ${lastRow})`;

const lastRowOf = ({ skip, limit }: Page): number => skip + limit;

interface TaskPageParts {
  /** Selects the tasks among which those of the page are. */
  readonly parts: string;
  readonly fid: string;
  readonly limits: string;
}

function taskPageText({ parts, fid, limits }: TaskPageParts): string {
  return `
    select ${listColumns}, tasks.task_id, tasks.step,
      tasks.state as task_state, tasks.outcome, tasks.note, tasks.created_at as task_created_at, tasks.process_time,
      tasks.due_at, absent.fid as absent_fid, absent.name as absent_name
    from (
      select * from (${parts}) as parts order by created_at desc, task_id ${limits}
    ) as tasks join flows on flows.flow_id = tasks.flow_id ${flowJoins}
    left join memberships as absent
      on absent.tid = tasks.tid and absent.fid = tasks.assignee_fid and tasks.assignee_fid <> ${fid}
    order by tasks.created_at desc, tasks.task_id`;
}

/** Runs each count in its own statement. */
export function createCountRunner(pool: Pool): RunCount {
  return async ({ matching, table, name, at }) => {
    const clauses = [matching.where];
    const values = at ? [...matching.values, at] : matching.values;
    if (at) clauses.push(numbered(matching.unnumberedWhereInstead(deputisedAt(`$${values.length}`))));
    const { rows } = await pool.query<{ total: number }>({
      name: matching.statementName(name),
      text: `select ${countOf(table, clauses)} as total`,
      values,
    });
    return rows[0]?.total ?? 0;
  };
}

/** Batches concurrent counts of the same kind, by one statement per kind. Only polled counts are batched. */
export function createBatchedCountRunner(pool: Pool): RunCount {
  const runSingleCount = createCountRunner(pool);
  const runnerByKind = new Map<string, (person: PersonAt) => Promise<number>>();
  return (request) => {
    const { person, matching, name, at } = request;
    if (!matching.hasOnlyEnumValues) return runSingleCount(request);
    const key = [matching.statementName(name), ...matching.valuesOfKind].join(' ');
    const existingRunner = runnerByKind.get(key);
    const runCount =
      existingRunner ??
      createBatchLoader(
        (people: readonly PersonAt[]) => countEach(pool, { ...request, people }),
        pollBatchIntervalMs,
      );
    if (!existingRunner) runnerByKind.set(key, runCount);
    return runCount({ ...person, at });
  };
}

async function countEach(
  pool: Pool,
  { matching, table, name, at, people }: CountRequest & { people: readonly PersonAt[] },
): Promise<number[]> {
  const clauses = [numbered(matching.unnumberedWhere, requestedPerson)];
  if (at)
    clauses.push(numbered(matching.unnumberedWhereInstead(deputisedAt('requested.at')), requestedPerson));
  const { rows } = await pool.query<{ total: number }>({
    name: matching.statementName(`${name}_each`),
    text: `select ${countOf(table, clauses)} as total from ${requestedTable} order by position`,
    values: [requestedPeople(people), ...matching.valuesOfKind],
  });
  return rows.map(({ total }) => total);
}

/** The number of rows that one of the clauses selects; no row is selected by two. */
function countOf(table: string, clauses: readonly string[]): string {
  return clauses.map((where) => `(select count(*)::integer from ${table} where ${where})`).join(' + ');
}

const listColumns = `flows.flow_id, flows.type_id, flows.type, flows.title, flows.description, flows.state,
  flows.applicant_fid, flows.deadline, flows.created_at, flows.updated_at, flows.returned,
  types.name as type_name,
  applicant.name as applicant_name`;
// The applicant's name is joined here, not requested from the tenants module: a second query would double the cost of
// a page.
const flowJoins = `
  join flow_types as types on types.tid = flows.tid and types.type_id = flows.type_id
  join memberships as applicant on applicant.tid = flows.tid and applicant.fid = flows.applicant_fid`;

function limitClause(values: unknown[], { skip, limit }: Page): string {
  const [offset, limitPosition] = [values.push(skip), values.push(limit)];
  return `offset $${offset} limit $${limitPosition}`;
}
