import { sql } from 'kysely';
import { type DatabaseHandle, latestMigration } from '../src/infra/database/index.ts';

/** Registers nodes in place of others, by the last migration that each knows and the minutes that it has run. */
export async function registerNodes(
  db: DatabaseHandle,
  ...nodes: readonly (readonly [migration: string | null, minutes: number])[]
): Promise<void> {
  await sql`delete from nodes`.execute(db);
  for (const [index, [migration, minutes]] of nodes.entries())
    await sql`
      insert into nodes (node, version, runtime_version, started_at, heartbeat_at, migration)
      values (${`node-${index}`}, '0', '0', now() - ${minutes} * interval '1 minute', now(), ${migration})
    `.execute(db);
}

/** Registers a node of this release that has run for an hour, so that rows have the form that earlier releases do not read. */
export const registerOwnRelease = (db: DatabaseHandle): Promise<void> =>
  registerNodes(db, [latestMigration, 60]);
