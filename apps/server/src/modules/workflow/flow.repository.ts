import type { Flow, Process } from '@sealflow/domain/workflow';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type FlowRow = Selectable<Database['flows']>;
/** What an answer shows of a flow's row; its process and details are large, and not read for a list. */
export type ShownFlow = Omit<FlowRow, 'tid' | 'process' | 'stage' | 'details'> & { type_name: string };
export type FlowFileRow = Selectable<Database['flow_files']>;

// Named one by one: a statement that names them can be prepared.
const columns = [
  'flow_id',
  'tid',
  'type_id',
  'type',
  'title',
  'description',
  'state',
  'stage',
  'process',
  'applicant_fid',
  'details',
  'deadline',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof FlowRow)[];
const fileColumns = [
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

/** Writes a draft anew, its files too. */
export async function rewriteDraft(
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

/** Takes away a flow that never had a task. */
export async function deleteDraft(transaction: DatabaseTransaction, flowID: string): Promise<void> {
  await transaction.deleteFrom('flow_files').where('flow_id', '=', flowID).execute();
  await transaction.deleteFrom('flows').where('flow_id', '=', flowID).execute();
}

/** The flow's row, held until the transaction ends: always the first lock that a change of a flow takes. */
export function lockFlow(
  transaction: DatabaseTransaction,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<FlowRow | undefined> {
  return transaction
    .selectFrom('flows')
    .select(columns)
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
    .select(columns)
    .where('tid', '=', tid)
    .where('flow_id', '=', (query) =>
      query.selectFrom('flow_tasks').select('flow_id').where('task_id', '=', taskID).where('tid', '=', tid),
    )
    .forUpdate()
    .executeTakeFirst();
}

export async function updateFlow(
  transaction: DatabaseTransaction,
  flow: Flow,
  { at, deadline }: { at: Date; deadline: Date | null },
): Promise<void> {
  await transaction
    .updateTable('flows')
    .set({ state: flow.state, stage: flow.stage, deadline, updated_at: at })
    .where('flow_id', '=', flow.id)
    .execute();
}

export function selectFiles(db: DatabaseHandle, flowID: string): Promise<FlowFileRow[]> {
  return db
    .selectFrom('flow_files')
    .select(fileColumns)
    .where('flow_id', '=', flowID)
    .orderBy('position')
    .execute();
}

/** A flow with the name of its type, for the service itself. */
export function selectFlow(db: DatabaseHandle, { tid, flowID }: { tid: string; flowID: string }) {
  return flowsWithType(db)
    .where('flows.tid', '=', tid)
    .where('flows.flow_id', '=', flowID)
    .executeTakeFirst();
}

/** What is written to people about these flows. */
export function selectSubjects(
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

/** A flow with the name of its type, for those who take part in it: the applicant and whoever ever held a task. */
export function selectFlowOfParticipant(
  db: DatabaseHandle,
  { tid, fid, flowID }: { tid: string; fid: string; flowID: string },
) {
  return flowsWithType(db)
    .where('flows.tid', '=', tid)
    .where('flows.flow_id', '=', flowID)
    .where((flow) =>
      flow.or([
        flow('flows.applicant_fid', '=', fid),
        flow.exists(
          flow
            .selectFrom('flow_tasks')
            .select('task_id')
            .whereRef('flow_tasks.flow_id', '=', 'flows.flow_id')
            .where('assignee_fid', '=', fid),
        ),
      ]),
    )
    .executeTakeFirst();
}

function flowsWithType(db: DatabaseHandle) {
  return db
    .selectFrom('flows')
    .innerJoin('flow_types as types', (join) =>
      join.onRef('types.tid', '=', 'flows.tid').onRef('types.type_id', '=', 'flows.type_id'),
    )
    .selectAll('flows')
    .select('types.name as type_name');
}
