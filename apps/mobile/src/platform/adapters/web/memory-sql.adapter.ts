import { Factory } from '@journeyapps/wa-sqlite';
import type { SqlPort } from '../../ports/sql.port.ts';
import { serialised } from '../serialised-sql.adapter.ts';
import type { OpenedEngine } from './sqlite-engine.adapter.ts';
import { sqliteModule } from './sqlite-module.adapter.ts';
import { executeStatement } from './sqlite-statement.adapter.ts';

const open = new Map<string, Promise<SqlPort>>();

async function openMemoryEngine(): Promise<OpenedEngine> {
  const [{ default: createModule }, { default: wasm }] = await Promise.all([
    import('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs'),
    import('@journeyapps/wa-sqlite/dist/wa-sqlite.wasm?url'),
  ]);
  const sqlite = Factory(await sqliteModule(createModule, wasm));
  const db = await sqlite.open_v2(':memory:');
  await sqlite.exec(db, 'PRAGMA foreign_keys = on');
  return { sqlite, db };
}

async function connect(name: string): Promise<SqlPort> {
  const engine = await openMemoryEngine();
  const exec = async (statement: string) => void (await executeStatement(engine, statement, []));
  return serialised({
    query: async (statement, params = []) => (await executeStatement(engine, statement, params)).rows,
    run: async (statement, params = []) => {
      const { changes } = await executeStatement(engine, statement, params);
      return { changes };
    },
    begin: () => exec('BEGIN IMMEDIATE'),
    commit: () => exec('COMMIT'),
    rollback: () => exec('ROLLBACK'),
    close: async () => {
      open.delete(name);
      await engine.sqlite.close(engine.db);
    },
  });
}

/**
 * A database in the page's memory, for browsers that store nothing. It runs on the page and not in a worker: workers
 * end while a page is in the back/forward cache, and the database would end with them.
 */
export function openPageDatabase(name: string): Promise<SqlPort> {
  const opening = open.get(name) ?? connect(name);
  open.set(name, opening);
  opening.catch(() => open.delete(name));
  return opening;
}

export async function deletePageDatabase(name: string): Promise<void> {
  await (await open.get(name))?.close();
}
