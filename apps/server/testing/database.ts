import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { connect, type DatabaseConnection } from '../src/infra/database/connection.util.ts';
import { logCapture } from './log.ts';
import { type TestServer, withDatabase } from './postgres.setup.ts';

/**
 * Opens a database before the tests of a file and closes it after. Its properties exist from the first test on.
 */
export function useTestDatabase(): DatabaseConnection {
  const database = {} as DatabaseConnection;
  beforeAll(async () => {
    Object.assign(database, await openTestDatabase());
  });
  afterAll(() => database.close());
  return database;
}

export interface TestDatabase extends DatabaseConnection {
  /** Closes the connections and keeps the database. @returns its name, for `openTestDatabase` and `dropTestDatabase`. */
  closeAsTemplate(): Promise<string>;
}

/**
 * Copies a database on the server of the worker. Closing the connection drops the copy.
 * @param template - a closed database; a migrated, empty one if omitted.
 */
export async function openTestDatabase(template = ownServer().template): Promise<TestDatabase> {
  const { administrationUrl } = ownServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files is quicker than logging every page of a small database.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const connection = connect({ url: withDatabase(administrationUrl, name) });
  // Every copy of the template must have a different deployment ID.
  await connection.pool.query('update deployment set id = gen_random_uuid()');
  const close = async () => {
    await captureValues(connection);
    await connection.close();
    await dropTestDatabase(name);
  };
  const closeAsTemplate = async () => {
    await connection.close();
    return name;
  };
  return { ...connection, close, closeAsTemplate };
}

export const dropTestDatabase = (name: string): Promise<void> =>
  administer(`drop database ${name} with (force)`);

/** Captures stored personal data, because no log of the run may contain it. */
async function captureValues({ pool }: DatabaseConnection): Promise<void> {
  const capture = logCapture();
  if (!capture) return;
  // Planning a query of all tables takes longer than reading those with rows.
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select relname as table, attname as column
     from pg_class relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relname <> 'kysely_migration'
       and (relkind = 'v' or relkind = 'r' and pg_relation_size(relation.oid) > 0)
       and atttypid in ('text'::regtype, 'varchar'::regtype, 'uuid'::regtype)`,
  );
  const captured = columns.filter(({ column }) => capture.hasKind(column));
  if (captured.length === 0) return;
  const parts = captured.map(
    ({ table, column }) =>
      `select '${column}' as column, left(value::text, 4096) as value
       from (select distinct "${column}" as value from "${table}" limit 2000) as stored`,
  );
  const { rows } = await pool.query<{ column: string; value: string | null }>(parts.join(' union all '));
  for (const { column, value } of rows) if (value) capture.fields(column, [value]);
}

function ownServer(): TestServer {
  const servers = inject('testServers');
  const server = servers[(Number(process.env['VITEST_POOL_ID']) - 1) % servers.length];
  if (!server) throw new Error('there is no server for this worker');
  return server;
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: ownServer().administrationUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
