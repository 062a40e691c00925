import type { Insertable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

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
