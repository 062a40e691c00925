import initSqlite from '@sqlite.org/sqlite-wasm';
import type { SqlPort, SqlRow } from '../../ports/sql.port.ts';
import { serialiseSql } from '../serialised-sql.adapter.ts';

let library: ReturnType<typeof initSqlite> | undefined;

/** One library for all databases: the address space of a page holds few WebAssembly memories. */
const loadSqlite = () => {
  library ??= initSqlite();
  return library;
};

/** A database that lives as long as its page or process: for tests, in Node and in a browser. */
export async function openMemoryDatabase(): Promise<SqlPort> {
  const sqlite = await loadSqlite();
  const db = new sqlite.oo1.DB(':memory:');
  const bindOf = (params: readonly unknown[] | undefined) =>
    params && params.length > 0 ? { bind: [...params] as never } : {};
  const exec = async (statement: string) => void db.exec(statement);
  return serialiseSql({
    query: async (statement, params) =>
      db.exec(statement, { ...bindOf(params), rowMode: 'object', returnValue: 'resultRows' }) as SqlRow[],
    run: async (statement, params) => {
      db.exec(statement, bindOf(params));
      return { changes: db.changes() };
    },
    begin: () => exec('BEGIN IMMEDIATE'),
    commit: () => exec('COMMIT'),
    rollback: () => exec('ROLLBACK'),
    close: async () => db.close(),
  });
}
