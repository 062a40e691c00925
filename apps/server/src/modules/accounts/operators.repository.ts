import type { DatabaseHandle } from '../../infra/database/index.ts';

export async function insertOperator(
  db: DatabaseHandle,
  operator: { operatorID: string; digest: Buffer },
): Promise<void> {
  await db
    .insertInto('operator_credentials')
    .values({ operator_id: operator.operatorID, digest: operator.digest })
    .execute();
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
