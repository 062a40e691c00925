import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

export async function insertOperator(
  db: DatabaseHandle,
  operator: { operatorID: string; digest: Buffer; label: string | null },
): Promise<void> {
  await db
    .insertInto('operator_credentials')
    .values({ operator_id: operator.operatorID, digest: operator.digest, label: operator.label })
    .execute();
}

export async function deleteOperatorRow(db: DatabaseHandle, operatorID: string): Promise<void> {
  await db.deleteFrom('operator_credentials').where('operator_id', '=', operatorID).execute();
}

export async function selectOperator(db: DatabaseHandle, digest: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('operator_credentials')
    .select('operator_id')
    .where('digest', '=', digest)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row?.operator_id;
}

type OperatorRow = Omit<Selectable<Database['operator_credentials']>, 'digest'>;

export function selectOperators(
  db: DatabaseHandle,
  { skip, limit }: { skip: number; limit: number },
): Promise<OperatorRow[]> {
  return db
    .selectFrom('operator_credentials')
    .select(['operator_id', 'label', 'created_at', 'withdrawn_at'])
    .orderBy('created_at')
    .orderBy('operator_id')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countOperators(db: DatabaseHandle): Promise<number> {
  const { count } = await db
    .selectFrom('operator_credentials')
    .select((operator) => operator.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks the credentials that are not withdrawn, which serializes withdrawals. @returns their ids. */
export async function lockOperators(transaction: DatabaseTransaction): Promise<string[]> {
  const rows = await transaction
    .selectFrom('operator_credentials')
    .select('operator_id')
    .where('withdrawn_at', 'is', null)
    .orderBy('operator_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.operator_id);
}

export async function markOperatorWithdrawn(
  transaction: DatabaseTransaction,
  { operatorID, at }: { operatorID: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('operator_credentials')
    .set({ withdrawn_at: at })
    .where('operator_id', '=', operatorID)
    .execute();
}
