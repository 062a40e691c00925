import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../infra/database/index.ts';

export async function insertFlowAct(
  transaction: DatabaseTransaction,
  act: Insertable<Database['flow_acts']>,
): Promise<void> {
  await transaction.insertInto('flow_acts').values(act).execute();
}
