import { CapacitorSQLite, SQLiteConnection, type SQLiteDBConnection } from '@capacitor-community/sqlite';
import type { SqlPort, SqlRow } from '../../ports/sql.port.ts';
import { serialiseSql } from '../serialised-sql.adapter.ts';
import { confirmSecret, deleteDatabaseFiles, ensureSecret, isKeyLost } from './sql-secret.util.ts';

const plugin = new SQLiteConnection(CapacitorSQLite);
const openDatabases = new Map<string, Promise<SqlPort>>();

const changesRows = /^\s*(insert|update|delete|replace)\b/i;

// After a reload the page's native connections still exist; the plugin rejects creating them twice.
async function connect(name: string): Promise<SQLiteDBConnection> {
  // First: an engine that failed to start rejects every call, and this function handles that.
  await ensureSecret(plugin);
  const { result: consistent } = await plugin.checkConnectionsConsistency();
  const { result: exists } = await plugin.isConnection(name, false);
  if (consistent === true && exists === true) return plugin.retrieveConnection(name, false);
  return plugin.createConnection(name, true, 'secret', 1, false);
}

/** The data can be fetched again or is reported lost, so a database that can never be opened again is replaced. */
async function openConnection(name: string): Promise<SQLiteDBConnection> {
  const connection = await connect(name);
  try {
    await connection.open();
    await confirmSecret();
    return connection;
  } catch (error) {
    const { url = '' } = await connection.getUrl();
    await plugin.closeConnection(name, false);
    if (url === '' || !(await isKeyLost(error))) throw error;
    await deleteDatabaseFiles(url);
    const replacement = await connect(name);
    await replacement.open();
    await confirmSecret();
    return replacement;
  }
}

async function createPort(name: string): Promise<SqlPort> {
  const connection = await openConnection(name);
  for (const pragma of ['secure_delete = on', 'foreign_keys = on']) {
    await connection.query(`PRAGMA ${pragma}`);
  }
  return serialiseSql({
    query: async (statement, params = []) =>
      ((await connection.query(statement, [...params])).values ?? []) as SqlRow[],
    run: async (statement, params = []) => {
      // The plugin's `run` supports statements that change rows; all others need `execute`.
      const { changes } = changesRows.test(statement)
        ? await connection.run(statement, [...params], false)
        : await connection.execute(statement, false);
      return { changes: changes?.changes ?? 0 };
    },
    begin: async () => void (await connection.beginTransaction()),
    commit: async () => void (await connection.commitTransaction()),
    rollback: async () => void (await connection.rollbackTransaction()),
    close: async () => {
      await plugin.closeConnection(name, false);
      openDatabases.delete(name);
    },
  });
}

/** SQLite of the phone with SQLCipher, by the community plugin. */
export function openCapacitorDatabase(name: string): Promise<SqlPort> {
  const opening = openDatabases.get(name) ?? createPort(name);
  openDatabases.set(name, opening);
  opening.catch(() => openDatabases.delete(name));
  return opening;
}

export async function deleteCapacitorDatabase(name: string): Promise<void> {
  await openCapacitorDatabase(name);
  const connection = await plugin.retrieveConnection(name, false);
  await connection.delete();
  await plugin.closeConnection(name, false);
  openDatabases.delete(name);
}
