import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { connect, type DatabaseConnection } from './connection.adapter.ts';
import { withDatabase } from './test-server.setup.ts';

/**
 * A migrated, empty database for one file of tests, on the server of the run. Open it in `beforeAll` and close it in
 * `afterAll`: closing drops it.
 */
export async function openTestDatabase(): Promise<DatabaseConnection> {
  const { template } = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files is quicker than logging every page of a small database.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const connection = connect({ url: withDatabase(inject('testServer').administrationUrl, name) });
  const close = async () => {
    await connection.close();
    await administer(`drop database ${name} with (force)`);
  };
  return { ...connection, close };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('testServer').administrationUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
