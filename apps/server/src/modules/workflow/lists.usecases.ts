import type { Flow, Task } from '@sealflow/contract';
import type { DatabaseConnection, DatabaseHandle } from '../../infra/database/index.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { flowAnswer } from './answers.usecases.ts';
import { type Counts, countOf } from './count-cache.usecases.ts';
import { selectFlowTypes } from './flow-type.repository.ts';
import {
  type AskCount,
  countAlone,
  countFlows,
  countTasks,
  type ListedFlow,
  type Page,
  selectFlows,
  selectTasks,
} from './list.repository.ts';
import { type FlowQuery, readFlowFilter, readTaskFilter, type TaskQuery } from './list-filter.schemas.ts';

type Person = Pick<Member, 'tid' | 'fid'>;
interface List<Item> {
  total: number;
  data: Item[];
}

export interface ListServices {
  /** For named statements: everybody polls these. */
  readonly pool: DatabaseConnection['pool'];
  /** Without it every count is read. */
  readonly counts?: Counts;
  /** For who asks at the same time as others; without it each is counted for alone. */
  readonly askCount?: AskCount;
}

export async function listFlowTypes(db: DatabaseHandle, tid: string) {
  const rows = await selectFlowTypes(db, tid);
  return { total: rows.length, data: rows.map(({ type_id: id, name, type }) => ({ id, name, type })) };
}

/** A person's own applications, the newest first, and how many there are; `limit` 0 gives the count alone. */
export async function listOwnFlows(
  { pool, counts, askCount = countAlone(pool) }: ListServices,
  { tid, fid }: Person,
  query: FlowQuery & Page,
): Promise<List<Flow>> {
  const person = { tid, fid };
  const filter = readFlowFilter(query);
  const counting = countOf(counts, { ...person, topic: 'flow', filter }, () =>
    countFlows(askCount, person, filter),
  );
  if (query.limit === 0) return { total: await counting, data: [] };
  const [total, rows] = await Promise.all([counting, selectFlows(pool, { person, filter, page: query })]);
  return { total, data: rows.map((row) => listedFlow(row)) };
}

/** A person's tasks with their flows, the newest first, and how many there are; `limit` 0 gives the count alone. */
export async function listOwnTasks(
  { pool, counts, askCount = countAlone(pool) }: ListServices,
  { tid, fid }: Person,
  query: TaskQuery & Page,
): Promise<List<Task>> {
  const person = { tid, fid };
  const filter = readTaskFilter(query);
  const counting = countOf(counts, { ...person, topic: 'task', filter }, () =>
    countTasks(askCount, person, filter),
  );
  if (query.limit === 0) return { total: await counting, data: [] };
  const [total, rows] = await Promise.all([counting, selectTasks(pool, { person, filter, page: query })]);
  const data = rows.map((row) => ({
    id: row.task_id,
    note: row.note,
    processTime: row.process_time?.getTime() ?? null,
    state: row.task_state,
    nodeType: row.step,
    outcome: row.outcome,
    createAt: row.task_created_at.getTime(),
    deadline: row.due_at?.getTime() ?? null,
    flow: listedFlow(row),
  }));
  return { total, data };
}

function listedFlow(row: ListedFlow): Flow {
  return flowAnswer(row, new Map([[row.applicant_fid, row.applicant_name]]));
}
