import type { CapacitorSQLitePlugin } from '@capacitor-community/sqlite';
import initSqlite from '@sqlite.org/sqlite-wasm';
import { NativeError } from './bridge.ts';

type Native = Pick<
  CapacitorSQLitePlugin,
  | 'checkConnectionsConsistency'
  | 'createConnection'
  | 'open'
  | 'close'
  | 'closeConnection'
  | 'deleteDatabase'
  | 'query'
  | 'run'
  | 'execute'
  | 'beginTransaction'
  | 'commitTransaction'
  | 'rollbackTransaction'
>;

type Options = { readonly database?: string };

/** The answers of @capacitor-community/sqlite's native side, over a real SQLite; `style` is how rows come back. */
export async function nativeSqlite(style: 'android' | 'ios'): Promise<Native> {
  const sqlite = await initSqlite();
  type Db = InstanceType<typeof sqlite.oo1.DB>;
  const connections = new Map<string, Db | null>();
  const opened = ({ database = '' }: Options): Db => {
    const db = connections.get(database);
    if (!db) throw new NativeError(`no available connection for database ${database}`);
    return db;
  };
  const bind = (values: readonly unknown[] | undefined) =>
    values && values.length > 0 ? { bind: [...values] as never } : {};
  const changed = (options: Options, statement: string, values?: readonly unknown[]) => {
    const db = opened(options);
    db.exec(statement, bind(values));
    return { changes: { changes: db.changes() } };
  };
  return {
    checkConnectionsConsistency: async ({ dbNames = [] }) => {
      for (const name of connections.keys()) if (!dbNames.includes(name)) connections.delete(name);
      return { result: dbNames.length > 0 && dbNames.every((name) => connections.has(name)) };
    },
    createConnection: async ({ database = '' }) => {
      if (connections.has(database)) throw new NativeError(`Connection ${database} already exists`);
      connections.set(database, null);
    },
    open: async ({ database = '' }) => {
      if (!connections.has(database)) throw new NativeError('no connection');
      connections.set(database, connections.get(database) ?? new sqlite.oo1.DB(':memory:'));
    },
    close: async (options) => opened(options).close(),
    closeConnection: async ({ database = '' }) => {
      connections.get(database)?.close();
      connections.delete(database);
    },
    deleteDatabase: async (options) => {
      opened(options).close();
      connections.set(options.database ?? '', null);
    },
    query: async (options) => {
      const statement = options.statement ?? '';
      const rows = opened(options).exec(statement, {
        ...bind(options.values),
        rowMode: 'object',
        returnValue: 'resultRows',
      });
      // iOS puts the names of the columns in front, because its rows come without their order.
      const columns = rows.length > 0 ? [{ ios_columns: Object.keys(rows[0] ?? {}) }] : [];
      return { values: style === 'ios' ? [...columns, ...rows] : rows };
    },
    run: async (options) => {
      const statement = options.statement ?? '';
      if (!/^\s*(insert|update|delete|replace)/i.test(statement))
        throw new NativeError('run takes changes of rows only');
      return changed(options, statement, options.values);
    },
    execute: async (options) => changed(options, options.statements ?? ''),
    beginTransaction: async (options) => changed(options, 'BEGIN IMMEDIATE'),
    commitTransaction: async (options) => changed(options, 'COMMIT'),
    rollbackTransaction: async (options) => changed(options, 'ROLLBACK'),
  };
}
