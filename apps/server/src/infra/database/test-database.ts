import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { connect, type DatabaseConnection } from './connection.adapter.ts';
import { type TestServer, withDatabase } from './test-server.setup.ts';

/**
 * A migrated, empty database for one file of tests, on the server of its worker. Open it in `beforeAll` and close it in
 * `afterAll`: closing drops it.
 */
export async function openTestDatabase(): Promise<DatabaseConnection> {
  const { administrationUrl, template } = ownServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files is quicker than logging every page of a small database.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const connection = connect({ url: withDatabase(administrationUrl, name) });
  const close = async () => {
    await connection.close();
    await administer(`drop database ${name} with (force)`);
  };
  return { ...connection, close };
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
