import { Factory } from '@journeyapps/wa-sqlite';
import type { SqlPort } from '../../ports/sql.port.ts';
import { serialiseSql } from '../serialised-sql.adapter.ts';
import type { OpenedEngine } from './sqlite-engine.util.ts';
import { loadSqliteModule } from './sqlite-module.util.ts';
import { executeStatement } from './sqlite-statement.util.ts';

const openDatabases = new Map<string, Promise<SqlPort>>();

async function openMemoryEngine(): Promise<OpenedEngine> {
  const [{ default: createModule }, { default: wasm }] = await Promise.all([
    import('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs'),
    import('@journeyapps/wa-sqlite/dist/wa-sqlite.wasm?url'),
  ]);
  const sqlite = Factory(await loadSqliteModule(createModule, wasm));
  const db = await sqlite.open_v2(':memory:');
  await sqlite.exec(db, 'PRAGMA foreign_keys = on');
  return { sqlite, db };
}

async function connect(name: string): Promise<SqlPort> {
  const engine = await openMemoryEngine();
  const exec = async (statement: string) => void (await executeStatement(engine, statement, []));
  return serialiseSql({
    query: async (statement, params = []) => (await executeStatement(engine, statement, params)).rows,
    run: async (statement, params = []) => {
      const { changes } = await executeStatement(engine, statement, params);
      return { changes };
    },
    begin: () => exec('BEGIN IMMEDIATE'),
    commit: () => exec('COMMIT'),
    rollback: () => exec('ROLLBACK'),
    close: async () => {
      openDatabases.delete(name);
      await engine.sqlite.close(engine.db);
    },
  });
}

/**
 * A database in the page's memory, for browsers that store nothing. It runs on the page and not in a worker: workers
 * end while a page is in the back/forward cache, and the database would end with them.
 */
export function openPageDatabase(name: string): Promise<SqlPort> {
  const opening = openDatabases.get(name) ?? connect(name);
  openDatabases.set(name, opening);
  opening.catch(() => openDatabases.delete(name));
  return opening;
}

export async function deletePageDatabase(name: string): Promise<void> {
  await (await openDatabases.get(name))?.close();
}
