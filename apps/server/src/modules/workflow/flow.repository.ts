import type { Process } from '@sealflow/domain/workflow';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import {
  type Database,
  type DatabaseHandle,
  type DatabaseTransaction,
  rowChunksOf,
} from '../../infra/database/index.ts';

export type FlowRow = Selectable<Database['flows']>;
/** The columns of a flow that a response contains. Process and details are large and are not read for a list. */
export type FlowSummaryRow = Omit<FlowRow, 'tid' | 'process' | 'stage' | 'details'> & { type_name: string };
export type FlowFileRow = Selectable<Database['flow_files']>;

// Explicit column names keep the statement text stable, so that it can be a prepared statement.
const flowColumns = [
  'flows.flow_id',
  'flows.tid',
  'flows.type_id',
  'flows.type',
  'flows.title',
  'flows.description',
  'flows.state',
  'flows.stage',
  'flows.process',
  'flows.applicant_fid',
  'flows.details',
  'flows.deadline',
  'flows.created_at',
  'flows.updated_at',
  'flows.returned',
] as const satisfies readonly `flows.${keyof FlowRow}`[];
const flowFileColumns = [
  'flow_files.flow_id',
  'flow_files.position',
  'flow_files.file_id',
  'flow_files.uri',
  'flow_files.name',
  'flow_files.size',
  'flow_files.mime_type',
  'flow_files.sha256',
  'flow_files.encrypted',
] as const satisfies readonly `flow_files.${keyof FlowFileRow}`[];
const columnList = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

export async function insertFlow(
  transaction: DatabaseTransaction,
  flow: Insertable<Database['flows']>,
  files: readonly Insertable<Database['flow_files']>[],
): Promise<void> {
  await transaction.insertInto('flows').values(flow).execute();
  if (files.length > 0) await transaction.insertInto('flow_files').values(files).execute();
}

/** Replaces the content and the files of a draft. */
export async function replaceDraft(
  transaction: DatabaseTransaction,
  {
    flow_id,
    ...content
  }: Pick<
    FlowRow,
    'flow_id' | 'type_id' | 'type' | 'title' | 'description' | 'process' | 'details' | 'updated_at'
  >,
  files: readonly Insertable<Database['flow_files']>[],
): Promise<void> {
  const process = JSON.stringify(content.process);
  const details = JSON.stringify(content.details);
  await transaction
    .updateTable('flows')
    .set({ ...content, process, details })
    .where('flow_id', '=', flow_id)
    .execute();
  await transaction.deleteFrom('flow_files').where('flow_id', '=', flow_id).execute();
  if (files.length > 0) await transaction.insertInto('flow_files').values(files).execute();
}

export async function updateProcess(
  transaction: DatabaseTransaction,
  flowID: string,
  process: Process,
): Promise<void> {
  await transaction
    .updateTable('flows')
    .set({ process: JSON.stringify(process) })
    .where('flow_id', '=', flowID)
    .execute();
}

/** Deletes a flow that never had a task. */
export async function deleteDraft(transaction: DatabaseTransaction, flowID: string): Promise<void> {
  await transaction.deleteFrom('flow_files').where('flow_id', '=', flowID).execute();
  await transaction.deleteFrom('flows').where('flow_id', '=', flowID).execute();
}

/**
 * Locks and returns the flow's row. It is the first lock that every change of a flow takes, which prevents deadlocks.
 */
export function lockFlow(
  transaction: DatabaseTransaction,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<FlowRow | undefined> {
  return transaction
    .selectFrom('flows')
    .select(flowColumns)
    .where('flow_id', '=', flowID)
    .where('tid', '=', tid)
    .forUpdate()
    .executeTakeFirst();
}

/** A task by its tenant and id. */
export interface TaskKey {
  readonly tid: string;
  readonly taskID: string;
}

/** As {@link lockFlow}, by one of its tasks. */
export async function lockFlowOfTask(
  transaction: DatabaseTransaction,
  task: TaskKey,
): Promise<FlowRow | undefined> {
  return (await lockFlowsOfTasks(transaction, [task], { waits: true }))[0];
}

/**
 * Locks and returns the flows of these tasks, in the order of the tasks.
 * @param options - `waits`: whether it waits for flows that other transactions have locked. Otherwise they are undefined, as those of
 *   missing tasks are: a transaction that waits for one flow while it holds another could cause a deadlock.
 */
export async function lockFlowsOfTasks(
  transaction: DatabaseTransaction,
  tasks: readonly TaskKey[],
  { waits }: { waits: boolean },
): Promise<(FlowRow | undefined)[]> {
  const requested = tasks.map(({ tid, taskID }, index) => ({ index, tid, task_id: taskID }));
  const columns = columnList(flowColumns);
  const { rows } = await sql<FlowRow & { index: number }>`
    select requested.index, ${columns}
    from json_to_recordset(${JSON.stringify(requested)}::json) as requested (index integer, tid text, task_id text)
    cross join lateral (
      select ${columns} from flows
      where flows.tid = requested.tid and flows.flow_id = (
        select flow_id from flow_tasks where task_id = requested.task_id and tid = requested.tid
      )
      limit 1 for update ${waits ? sql`` : sql`skip locked`}
    ) as flows
  `.execute(transaction);
  const rowByIndex = new Map(rows.map(({ index, ...row }) => [index, row]));
  return tasks.map((_, index) => rowByIndex.get(index));
}

/** What an event changes in the row of a flow. */
export type ChangedColumns = Pick<
  FlowRow,
  'state' | 'stage' | 'process' | 'deadline' | 'updated_at' | 'returned'
>;

export interface ChangedFlow {
  readonly flowID: string;
  readonly columns: ChangedColumns;
  /** The process is large and rarely changes. */
  readonly isProcessChanged: boolean;
}

/** Updates flows that the transaction has locked. */
export async function updateFlows(
  transaction: DatabaseTransaction,
  changes: readonly ChangedFlow[],
): Promise<void> {
  const rows = changes.map(({ flowID, columns: { process, ...columns }, isProcessChanged }) => ({
    flow_id: flowID,
    ...columns,
    ...(isProcessChanged && { process }),
  }));
  const [withProcess, withoutProcess] = [
    rows.filter((row) => 'process' in row),
    rows.filter((row) => !('process' in row)),
  ];
  await Promise.all([
    ...rowChunksOf(withoutProcess).map((chunk) => updateRows(transaction, chunk, sql``)),
    ...rowChunksOf(withProcess).map((chunk) =>
      updateRows(transaction, chunk, sql`process = changed.process,`),
    ),
  ]);
}

/**
 * The rows are one JSON parameter, so that PostgreSQL keeps the plan, and are looked up one by one: with a join the kept plan would
 * read the whole table.
 */
async function updateRows(
  transaction: DatabaseTransaction,
  rows: readonly object[],
  process: RawBuilder<unknown>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update flows
    set ${process} state = changed.state, stage = changed.stage, deadline = changed.deadline,
      updated_at = changed.updated_at, returned = changed.returned
    from json_to_recordset(${JSON.stringify(rows)}::json) as changed (flow_id text, state text, stage integer,
      process jsonb, deadline timestamptz, updated_at timestamptz, returned boolean)
    cross join lateral (select ctid as place from flows where flow_id = changed.flow_id limit 1) as found
    where flows.ctid = found.place
  `.execute(transaction);
  if (numAffectedRows !== BigInt(rows.length)) throw new Error('a locked flow is missing');
}

export async function selectFlowFiles(db: DatabaseHandle, flowID: string): Promise<FlowFileRow[]> {
  return (await selectFilesOfFlows(db, [flowID])).get(flowID) ?? [];
}

/** The files of these flows in their order. Flows without files have no entry. */
export async function selectFilesOfFlows(
  db: DatabaseHandle,
  flowIDs: readonly string[],
): Promise<Map<string, FlowFileRow[]>> {
  const columns = columnList(flowFileColumns);
  const { rows } = await sql<FlowFileRow>`
    select ${columns} from json_array_elements_text(${JSON.stringify(flowIDs)}::json) as requested (flow_id)
    cross join lateral (
      select ${columns} from flow_files where flow_files.flow_id = requested.flow_id offset 0
    ) as flow_files
    order by flow_files.flow_id, flow_files.position
  `.execute(db);
  return Map.groupBy(rows, (row) => row.flow_id);
}

/** A flow with the name of its type, without a check of participation. */
export function selectFlow(db: DatabaseHandle, { tid, flowID }: { tid: string; flowID: string }) {
  return selectFlowsWithType(db)
    .where('flows.tid', '=', tid)
    .where('flows.flow_id', '=', flowID)
    .executeTakeFirst();
}

/** The facts about these flows that notices contain. */
export function selectNoticeSubjects(
  db: DatabaseHandle,
  { tid, flowIDs }: { tid: string; flowIDs: readonly string[] },
): Promise<(Pick<FlowRow, 'flow_id' | 'title' | 'type' | 'applicant_fid'> & { type_name: string })[]> {
  return db
    .selectFrom('flows')
    .innerJoin('flow_types as types', (join) =>
      join.onRef('types.tid', '=', 'flows.tid').onRef('types.type_id', '=', 'flows.type_id'),
    )
    .select(['flows.flow_id', 'flows.title', 'flows.type', 'flows.applicant_fid', 'types.name as type_name'])
    .where('flows.tid', '=', tid)
    .where('flows.flow_id', '=', sql<string>`any(${flowIDs}::text[])`)
    .execute();
}

/**
 * A flow with the name of its type, if the person participates in it: as the applicant, as assignee of any task, or, with
 * `at`, as deputy of an assignee who is absent at that time.
 */
export function selectFlowOfParticipant(
  db: DatabaseHandle,
  { tid, fid, flowID, at }: { tid: string; fid: string; flowID: string; at?: Date },
) {
  return selectFlowsWithType(db)
    .where('flows.tid', '=', tid)
    .where('flows.flow_id', '=', flowID)
    .where((flow) => flow.or([isOfParticipant(fid), ...(at ? [isDeputised({ tid, fid, at })] : [])]))
    .executeTakeFirst();
}

/** Whether a person is the applicant or has a task of the flow. */
export const isOfParticipant = (fid: string | RawBuilder<string>) =>
  sql<boolean>`(flows.applicant_fid = ${fid} or exists (
    select from flow_tasks where flow_tasks.tid = flows.tid and flow_tasks.flow_id = flows.flow_id
      and flow_tasks.assignee_fid = ${fid}))`;

/** Whether a person deputises for somebody with an open task of the flow at this time. */
export function isDeputised({ tid, fid, at }: { tid: string; fid: string | RawBuilder<string>; at: Date }) {
  return sql<boolean>`exists (select from deputised_tasks(${tid}, ${fid}, ${at}) as deputised
    where deputised.flow_id = flows.flow_id)`;
}

export function selectFlowsWithType(db: DatabaseHandle) {
  return db
    .selectFrom('flows')
    .innerJoin('flow_types as types', (join) =>
      join.onRef('types.tid', '=', 'flows.tid').onRef('types.type_id', '=', 'flows.type_id'),
    )
    .select(flowColumns)
    .select('types.name as type_name');
}
