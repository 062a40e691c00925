import { sql } from 'kysely';
import type { DatabaseHandle } from './database.table.ts';

/** Selects the deployment id; undefined if the database is empty or from a release without one. */
export async function findDeploymentID(handle: DatabaseHandle): Promise<string | undefined> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('public.deployment') is not null as known
  `.execute(handle);
  if (!rows[0]?.known) return undefined;
  const row = await handle.selectFrom('deployment').select('id').executeTakeFirst();
  return row?.id;
}
