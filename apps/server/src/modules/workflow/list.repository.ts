import type { Selectable } from 'kysely';
import { createBatchLoader } from '../../infra/database/batch-loader.util.ts';
import type { Database, DatabaseConnection } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';
import type { FlowSummaryRow } from './flow.repository.ts';
import type { FlowFilter, ListFilter, TaskFilter } from './list-filter.schemas.ts';

type Pool = DatabaseConnection['pool'];
type Task = Selectable<Database['flow_tasks']>;

export interface Page {
  readonly skip: number;
  readonly limit: number;
}
export interface PersonKey {
  readonly tid: string;
  readonly fid: string;
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

/**
 * The `where` clause of a statement. Its text depends only on which conditions are set, so that a connection prepares
 * few statements.
 */
class Conditions {
  readonly values: unknown[] = [];
  private readonly texts: string[] = [];
  private readonly names: string[] = [];

  /** @param text - contains one `?` per value. */
  add(name: string, text: string, ...values: readonly unknown[]): this {
    this.names.push(name);
    this.texts.push(text);
    this.values.push(...values);
    return this;
  }

  /** The clause with `?` for each value. */
  get unnumberedWhere(): string {
    return this.texts.join(' and ');
  }

  get where(): string {
    return numbered(this.unnumberedWhere);
  }

  /** The clause with `?` for each value, and with another first condition that takes the same values. */
  unnumberedWhereInstead(first: string): string {
    return [first, ...this.texts.slice(1)].join(' and ');
  }

  /**
   * Whether the values besides the person are only names of states, steps and types, of which there are few
   * combinations.
   */
  get hasOnlyEnumValues(): boolean {
    return this.names.every((name) => ['own', 'open', 'states', 'state', 'step', 'type'].includes(name));
  }

  statementName(subject: string): string {
    return [subject, ...this.names].join('_');
  }
}

/** Numbers the values of a clause. Expressions may replace the first ones; the others follow the parameter of the expressions. */
function numbered(text: string, expressions: readonly string[] = []): string {
  const firstNumber = expressions.length === 0 ? 1 : 2;
  let index = -1;
  return text.replaceAll('?', () => {
    index += 1;
    return expressions[index] ?? `$${index - expressions.length + firstNumber}`;
  });
}

/** Selects the tasks that a person has as deputy at a time, in place of the own ones. It takes the same values. */
const deputisedAt = (at: string) =>
  `(tid, task_id) in (select deputised.tid, deputised.task_id from deputised_tasks(?, ?, ${at}) as deputised)`;

/** Runs a count query, for one person or batched with those of others. */
export type RunCount = (request: CountRequest) => Promise<number>;

interface CountRequest {
  readonly matching: Conditions;
  readonly table: 'flows' | 'flow_tasks';
  readonly name: string;
  /** Tasks of the person as deputy at this time are counted too. */
  readonly at?: Date;
}

export function countFlows(runCount: RunCount, person: PersonKey, filter: FlowFilter): Promise<number> {
  return runCount({ matching: matchingFlows(person, filter), table: 'flows', name: 'count_flows' });
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
      select * from flows where ${matching.where} order by created_at desc, flow_id ${limitClause(matching, page)}
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
  return runCount({ matching: matchingTasks(person, filter), table: 'flow_tasks', name: 'count_tasks', at });
}

/** A page of a person's tasks with their flows, newest first; with those that the person has as deputy. */
export async function selectTasks(
  pool: Pool,
  { person, filter, page, at }: { person: PersonKey; filter: TaskFilter; page: Page; at: Date },
): Promise<ListedTask[]> {
  const matching = matchingTasks(person, filter);
  const atPosition = matching.values.push(at);
  const limits = limitClause(matching, page);
  // Each part reads no more rows than the page can need, by the index of its order.
  const mostPosition = matching.values.push(page.skip + page.limit);
  const deputised = numbered(matching.unnumberedWhereInstead(deputisedAt(`$${atPosition}`)));
  const text = `
    select ${listColumns}, tasks.task_id, tasks.step,
      tasks.state as task_state, tasks.outcome, tasks.note, tasks.created_at as task_created_at, tasks.process_time,
      tasks.due_at, absent.fid as absent_fid, absent.name as absent_name
    from (
      select * from (
        (select * from flow_tasks where ${matching.where} order by created_at desc, task_id limit $${mostPosition})
        union all
        (select * from flow_tasks where ${deputised} order by created_at desc, task_id limit $${mostPosition})
      ) as parts order by created_at desc, task_id ${limits}
    ) as tasks join flows on flows.flow_id = tasks.flow_id ${flowJoins}
    left join memberships as absent
      on absent.tid = tasks.tid and absent.fid = tasks.assignee_fid and tasks.assignee_fid <> $2
    order by tasks.created_at desc, tasks.task_id`;
  const { rows } = await pool.query<ListedTask>({
    name: matching.statementName('tasks'),
    text,
    values: matching.values,
  });
  return rows;
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
  const runnerByKind = new Map<string, (person: unknown[]) => Promise<number>>();
  return (request) => {
    const { matching, name, at } = request;
    if (!matching.hasOnlyEnumValues) return runSingleCount(request);
    const [tid, fid, ...kind] = matching.values;
    const key = [matching.statementName(name), ...kind].join(' ');
    const existingRunner = runnerByKind.get(key);
    const runCount =
      existingRunner ??
      createBatchLoader((people: readonly unknown[][]) => countEach(pool, { ...request, people }));
    if (!existingRunner) runnerByKind.set(key, runCount);
    return runCount(at ? [tid, fid, at] : [tid, fid]);
  };
}

/**
 * The people are one JSON parameter: for arrays PostgreSQL makes a plan for each call, because it counts their elements, and that
 * takes thirty times as long as the counts.
 */
async function countEach(
  pool: Pool,
  { matching, table, name, at, people }: CountRequest & { people: readonly unknown[][] },
): Promise<number[]> {
  const [, , ...kind] = matching.values;
  const requested = ['requested.tid', 'requested.fid'];
  const values = [
    JSON.stringify(people.map(([tid, fid, time], position) => ({ position, tid, fid, at: time }))),
    ...kind,
  ];
  const clauses = [numbered(matching.unnumberedWhere, requested)];
  if (at) clauses.push(numbered(matching.unnumberedWhereInstead(deputisedAt('requested.at')), requested));
  const { rows } = await pool.query<{ total: number }>({
    name: matching.statementName(`${name}_each`),
    text: `
      select ${countOf(table, clauses)} as total
      from json_to_recordset($1::json) as requested (position integer, tid text, fid text, at timestamptz)
      order by position`,
    values,
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

function limitClause(matching: Conditions, { skip, limit }: Page): string {
  const [offset, limitPosition] = [matching.values.push(skip), matching.values.push(limit)];
  return `offset $${offset} limit $${limitPosition}`;
}

function matchingFlows({ tid, fid }: PersonKey, filter: FlowFilter): Conditions {
  const matching = new Conditions().add('own', 'tid = ? and applicant_fid = ?', tid, fid);
  // As a literal, the condition matches the partial index of open flows.
  if (filter.states?.join() === 'approving,waiting')
    matching.add('open', `state in ('approving', 'waiting')`);
  else if (filter.states) matching.add('states', 'state = any(?)', filter.states);
  addFlowConditions(matching, filter);
  return addPeriodConditions(matching, filter);
}

function matchingTasks({ tid, fid }: PersonKey, filter: TaskFilter): Conditions {
  const matching = new Conditions().add('own', 'tid = ? and assignee_fid = ?', tid, fid);
  if (filter.state === 'awaiting') matching.add('open', `state = 'awaiting'`);
  else if (filter.state) matching.add('state', 'state = ?', filter.state);
  if (filter.step) matching.add('step', 'step = ?', filter.step);
  if (filter.type || filter.keyword) {
    const flowConditions = addFlowConditions(new Conditions().add('flow', 'tid = ?', tid), filter);
    matching.add(
      flowConditions.statementName('in'),
      `flow_id in (select flow_id from flows where ${flowConditions.unnumberedWhere})`,
      ...flowConditions.values,
    );
  }
  return addPeriodConditions(matching, filter);
}

function addFlowConditions(matching: Conditions, { type, keyword }: ListFilter): Conditions {
  if (type) matching.add('type', 'type = ?', type);
  if (keyword === undefined) return matching;
  const pattern = likePattern(keyword);
  return matching.add('keyword', '(title ilike ? or description ilike ?)', pattern, pattern);
}

function addPeriodConditions(matching: Conditions, { createdFrom, createdBefore }: ListFilter): Conditions {
  if (createdFrom) matching.add('from', 'created_at >= ?', createdFrom);
  return createdBefore ? matching.add('before', 'created_at < ?', createdBefore) : matching;
}
