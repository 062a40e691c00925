import type { Process } from '@sealflow/domain/workflow';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

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
  'flow_id',
  'position',
  'file_id',
  'uri',
  'name',
  'size',
  'mime_type',
  'sha256',
  'encrypted',
] as const satisfies readonly (keyof FlowFileRow)[];

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

/** As {@link lockFlow}, by one of its tasks. */
export function lockFlowOfTask(
  transaction: DatabaseTransaction,
  { tid, taskID }: { tid: string; taskID: string },
): Promise<FlowRow | undefined> {
  return transaction
    .selectFrom('flows')
    .select(flowColumns)
    .where('tid', '=', tid)
    .where('flow_id', '=', (query) =>
      query.selectFrom('flow_tasks').select('flow_id').where('task_id', '=', taskID).where('tid', '=', tid),
    )
    .forUpdate()
    .executeTakeFirst();
}

/** @param change - `isProcessChanged`: the process is large and rarely changes. */
export async function updateFlow(
  transaction: DatabaseTransaction,
  change: {
    readonly flowID: string;
    readonly columns: Pick<FlowRow, 'state' | 'stage' | 'process' | 'deadline' | 'updated_at' | 'returned'>;
    readonly isProcessChanged: boolean;
  },
): Promise<void> {
  const { process, ...columns } = change.columns;
  await transaction
    .updateTable('flows')
    .set(columns)
    .$if(change.isProcessChanged, (update) => update.set({ process: JSON.stringify(process) }))
    .where('flow_id', '=', change.flowID)
    .execute();
}

export function selectFlowFiles(db: DatabaseHandle, flowID: string): Promise<FlowFileRow[]> {
  return db
    .selectFrom('flow_files')
    .select(flowFileColumns)
    .where('flow_id', '=', flowID)
    .orderBy('position')
    .execute();
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

/** Who reassigned which task of a flow. The person is null for an operator. */
export function selectReassignments(
  db: DatabaseHandle,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<{ task_id: string | null; fid: string | null }[]> {
  return db
    .selectFrom('flow_acts')
    .select(['task_id', 'fid'])
    .where('tid', '=', tid)
    .where('flow_id', '=', flowID)
    .where('action', '=', 'reassign')
    .where('task_id', 'is not', null)
    .execute();
}

/** When the applicant last reminded the assignees of a flow; null if never. */
export async function selectLastReminder(
  db: DatabaseHandle,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('flow_acts')
    .select('done_at')
    .where('tid', '=', tid)
    .where('flow_id', '=', flowID)
    .where('action', '=', 'remind')
    .orderBy('done_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.done_at ?? null;
}

export async function insertFlowAct(
  transaction: DatabaseTransaction,
  act: Insertable<Database['flow_acts']>,
): Promise<void> {
  await transaction.insertInto('flow_acts').values(act).execute();
}
