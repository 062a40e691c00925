import type { Flow, Task } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { flowAnswer, namesOf } from './answers.usecases.ts';
import { selectFlowTypes } from './flow-type.repository.ts';
import { type Page, selectOwnFlows, selectOwnTasks } from './list.repository.ts';
import { type FlowQuery, readFlowFilter, readTaskFilter, type TaskQuery } from './list-filter.schemas.ts';

type Person = Pick<Member, 'tid' | 'fid'>;
interface List<Item> {
  total: number;
  data: Item[];
}

export async function listFlowTypes(db: DatabaseHandle, tid: string) {
  const rows = await selectFlowTypes(db, tid);
  return { total: rows.length, data: rows.map(({ type_id: id, name, type }) => ({ id, name, type })) };
}

export async function listOwnFlows(
  db: DatabaseHandle,
  { tid, fid }: Person,
  query: FlowQuery & Page,
): Promise<List<Flow>> {
  const { total, rows } = await selectOwnFlows(
    db,
    { tid, fid },
    { filter: readFlowFilter(query), page: query },
  );
  const names = await namesOf(db, { tid, fids: rows.map((row) => row.applicant_fid) });
  return { total, data: rows.map((row) => flowAnswer(row, names)) };
}

export async function listOwnTasks(
  db: DatabaseHandle,
  { tid, fid }: Person,
  query: TaskQuery & Page,
): Promise<List<Task>> {
  const { total, rows } = await selectOwnTasks(
    db,
    { tid, fid },
    { filter: readTaskFilter(query), page: query },
  );
  const names = await namesOf(db, { tid, fids: rows.map((row) => row.applicant_fid) });
  const data = rows.map((row) => ({
    id: row.task_id,
    note: row.note,
    processTime: row.process_time?.getTime() ?? null,
    state: row.task_state,
    nodeType: row.step,
    outcome: row.outcome,
    createAt: row.task_created_at.getTime(),
    deadline: row.due_at?.getTime() ?? null,
    flow: flowAnswer(row, names),
  }));
  return { total, data };
}
