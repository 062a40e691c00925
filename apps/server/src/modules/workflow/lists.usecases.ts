import type { Flow, Task } from '@sealflow/contract';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseConnection, DatabaseHandle } from '../../infra/database/index.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { describeChoices } from './approver-choices.usecases.ts';
import { type CountCache, getCount } from './count-cache.usecases.ts';
import { toFlow } from './flow-response.usecases.ts';
import { selectFlowTypes } from './flow-type.repository.ts';
import {
  countFlows,
  countTasks,
  createCountRunner,
  createTaskSelector,
  type ListedFlow,
  type ListedTask,
  type Page,
  type RunCount,
  type SelectTasks,
  searchTasks,
  selectFlows,
} from './list.repository.ts';
import { type FlowQuery, readFlowFilter, readTaskFilter, type TaskQuery } from './list-filter.schemas.ts';

type Person = Pick<Member, 'tid' | 'fid'>;
interface ListResult<Item> {
  total: number;
  data: Item[];
}

export interface ListServices {
  readonly clock: Clock;
  /** For prepared statements; all clients poll these lists. */
  readonly pool: DatabaseConnection['pool'];
  /** Without a cache, every count is read from the database. */
  readonly counts?: CountCache;
  /** Batches concurrent counts; by default each count is its own query. */
  readonly runCount?: RunCount;
  /** The same for pages of tasks. */
  readonly selectTasks?: SelectTasks;
}

export async function listFlowTypes(db: DatabaseHandle, tid: string) {
  const rows = await selectFlowTypes(db, tid);
  const choices = await describeChoices(
    db,
    tid,
    rows.map(({ process }) => process),
  );
  const data = rows.map(({ type_id: id, name, type }, index) => {
    const own = choices[index] ?? [];
    return own.length === 0 ? { id, name, type } : { id, name, type, choices: own };
  });
  return { total: rows.length, data };
}

/** Lists a person's own applications, newest first, with their total number. `limit` 0 returns only the total. */
export async function listOwnFlows(
  { pool, counts, runCount = createCountRunner(pool) }: ListServices,
  { tid, fid }: Person,
  query: FlowQuery & Page,
): Promise<ListResult<Flow>> {
  const person = { tid, fid };
  const filter = readFlowFilter(query);
  const counting = getCount(counts, { ...person, topic: 'flow', filter }, () =>
    countFlows(runCount, person, filter),
  );
  if (query.limit === 0) return { total: await counting, data: [] };
  const [total, rows] = await Promise.all([counting, selectFlows(pool, { person, filter, page: query })]);
  return { total, data: rows.map((row) => listedFlow(row)) };
}

interface TaskList extends ListResult<Task> {
  /** Whether the list may change without a change of a row, because an absence with this person as deputy begins or ends. */
  isDeputy: boolean;
}

/**
 * Lists a person's tasks with their flows, newest first, with their total number. The tasks of people whose deputy the person is
 * are among them. `limit` 0 returns only the total.
 */
export async function listOwnTasks(
  {
    pool,
    clock,
    counts,
    runCount = createCountRunner(pool),
    selectTasks = createTaskSelector(pool),
  }: ListServices,
  { tid, fid }: Person,
  query: TaskQuery & Page,
): Promise<TaskList> {
  const person = { tid, fid };
  const at = new Date(clock());
  const filter = readTaskFilter(query);
  if (query.limit > 0 && filter.keyword !== undefined) {
    const { total, rows, isDeputy } = await searchTasks(pool, { person, filter, page: query, at });
    return { total, data: rows.map(listedTask), isDeputy };
  }
  const counting = getCount(counts, { ...person, topic: 'task', filter }, () =>
    countTasks(runCount, { person, filter, at }),
  );
  if (query.limit === 0) return { total: await counting, data: [], isDeputy: false };
  const [total, { rows, isDeputy }] = await Promise.all([
    counting,
    selectTasks({ person, filter, page: query, at }),
  ]);
  return { total, data: rows.map(listedTask), isDeputy };
}

function listedTask(row: ListedTask): Task {
  const task = {
    id: row.task_id,
    note: row.note,
    processTime: row.process_time?.getTime() ?? null,
    state: row.task_state,
    nodeType: row.step,
    outcome: row.outcome,
    createAt: row.task_created_at.getTime(),
    deadline: row.due_at?.getTime() ?? null,
    flow: listedFlow(row),
  };
  if (row.absent_fid === null) return task;
  return Object.assign(task, { deputyFor: { fid: row.absent_fid, name: row.absent_name ?? '' } });
}

function listedFlow(row: ListedFlow): Flow {
  return toFlow(row, new Map([[row.applicant_fid, row.applicant_name]]));
}
