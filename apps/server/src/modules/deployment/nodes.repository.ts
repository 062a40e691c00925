import type { Insertable, Selectable } from 'kysely';
import {
  type Database,
  type DatabaseHandle,
  type DatabaseTransaction,
  latestMigration,
} from '../../infra/database/index.ts';

export type NodeRow = Selectable<Database['nodes']>;

/** Inserts a node that started. A row of an earlier process of the same name is replaced, with its drain request. */
export async function upsertNode(
  db: DatabaseHandle,
  {
    node,
    ...started
  }: Pick<Insertable<Database['nodes']>, 'node' | 'version' | 'runtime_version'> & {
    started_at: Date;
  },
): Promise<void> {
  const row = {
    ...started,
    heartbeat_at: started.started_at,
    drain_requested_at: null,
    housekeeping_at: null,
    housekeeping_outcome: null,
    migration: latestMigration,
  };
  await db
    .insertInto('nodes')
    .values({ node, ...row })
    .onConflict((conflict) => conflict.column('node').doUpdateSet(row))
    .execute();
}

/** @returns undefined if the row does not exist: a node that could not send heartbeats for a day is deleted. */
export function updateHeartbeat(
  db: DatabaseHandle,
  { node, at }: { node: string; at: Date },
): Promise<Pick<NodeRow, 'drain_requested_at'> | undefined> {
  return db
    .updateTable('nodes')
    .set({ heartbeat_at: at })
    .where('node', '=', node)
    .returning('drain_requested_at')
    .executeTakeFirst();
}

export async function updateNodeHousekeeping(
  db: DatabaseHandle,
  { node, at, outcome }: { node: string; at: Date; outcome: NodeRow['housekeeping_outcome'] },
): Promise<void> {
  await db
    .updateTable('nodes')
    .set({ housekeeping_at: at, housekeeping_outcome: outcome })
    .where('node', '=', node)
    .execute();
}

/** @returns false if there is no such node. */
export async function updateDrainRequest(
  transaction: DatabaseTransaction,
  { node, requestedAt }: { node: string; requestedAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('nodes')
    .set({ drain_requested_at: requestedAt })
    .where('node', '=', node)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function selectNodes(db: DatabaseHandle): Promise<NodeRow[]> {
  return db.selectFrom('nodes').selectAll().orderBy('node').execute();
}

export async function deleteNode(db: DatabaseHandle, node: string): Promise<void> {
  await db.deleteFrom('nodes').where('node', '=', node).execute();
}

export async function deleteNodesBefore(db: DatabaseHandle, heartbeatAt: Date): Promise<void> {
  await db.deleteFrom('nodes').where('heartbeat_at', '<', heartbeatAt).execute();
}
