import type { ApplicationType, Process } from '@sealflow/domain/workflow';
import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

export type FlowTypeRow = Selectable<Database['flow_types']>;

// Explicit column names keep the statement text stable, so that it can be a prepared statement.
const flowTypeColumns = [
  'tid',
  'type_id',
  'type',
  'name',
  'process',
  'enabled',
] as const satisfies readonly (keyof FlowTypeRow)[];

/** The enabled flow types, for which people may apply. */
export function selectFlowTypes(db: DatabaseHandle, tid: string): Promise<FlowTypeRow[]> {
  return db
    .selectFrom('flow_types')
    .select(flowTypeColumns)
    .where('tid', '=', tid)
    .where('enabled', '=', true)
    .orderBy('type_id')
    .execute();
}

export function selectFlowType(
  db: DatabaseHandle,
  { tid, type }: { tid: string; type: ApplicationType },
): Promise<FlowTypeRow | undefined> {
  return db
    .selectFrom('flow_types')
    .select(flowTypeColumns)
    .where('tid', '=', tid)
    .where('type', '=', type)
    .executeTakeFirst();
}

export async function upsertFlowType(
  db: DatabaseHandle,
  row: { tid: string; type_id: number; type: ApplicationType; name: string; process: Process },
): Promise<void> {
  const { name } = row;
  const process = JSON.stringify(row.process);
  await db
    .insertInto('flow_types')
    .values({ ...row, process })
    .onConflict((conflict) => conflict.columns(['tid', 'type']).doUpdateSet({ name, process, enabled: true }))
    .execute();
}

/** All flow types, including the disabled ones. */
export function selectAllFlowTypes(db: DatabaseHandle, tid: string): Promise<FlowTypeRow[]> {
  return db
    .selectFrom('flow_types')
    .select(flowTypeColumns)
    .where('tid', '=', tid)
    .orderBy('type_id')
    .execute();
}

/** @returns false if the tenant has no enabled flow type of this kind. */
export async function disableFlowType(
  db: DatabaseHandle,
  { tid, type }: { tid: string; type: ApplicationType },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('flow_types')
    .set({ enabled: false })
    .where('tid', '=', tid)
    .where('type', '=', type)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
