import type { CapacitorSQLitePlugin } from '@capacitor-community/sqlite';
import initSqlite from '@sqlite.org/sqlite-wasm';
import { NativeError, type PhoneStyle } from './bridge.ts';

type Native = Pick<
  CapacitorSQLitePlugin,
  | 'checkConnectionsConsistency'
  | 'isSecretStored'
  | 'setEncryptionSecret'
  | 'createConnection'
  | 'open'
  | 'getUrl'
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

type Options = { readonly database?: string; readonly path?: string };

/** The stored data of the phone. It outlives the connections. */
export type SqliteDisk = {
  /** The passphrase in the keystore. */
  secret: string | null;
  /** The passphrase of each database file. */
  readonly files: Map<string, string>;
  /** The error of later openings, for a cause other than the key. */
  failure: string | null;
  /** True while the phone is locked. The keychain then rejects writes and reports that it has no value. */
  isLocked: boolean;
  /** True if the engine failed to start, because the keystore lost the key that encrypts the passphrase. */
  isShut: boolean;
  /** The small files of the app, without the databases. */
  readonly notes: Set<string>;
};

export const sqliteDisk = (): SqliteDisk => ({
  secret: null,
  files: new Map(),
  failure: null,
  isLocked: false,
  isShut: false,
  notes: new Set(),
});

const fileOf = (database: string) => `/data/databases/${database}SQLite.db`;

/** The native side of @capacitor-community/sqlite over a real SQLite. `style` selects the format of the rows. */
export async function nativeSqlite(style: PhoneStyle, disk = sqliteDisk()): Promise<Native> {
  const sqlite = await initSqlite();
  type Db = InstanceType<typeof sqlite.oo1.DB>;
  const connections = new Map<string, Db | null>();
  const opened = ({ database = '' }: Options): Db => {
    const db = connections.get(database);
    if (!db) throw new NativeError(`no available connection for database ${database}`);
    return db;
  };
  const connected = (database: string) => {
    if (!connections.has(database)) throw new NativeError('no connection');
  };
  const fits = (database: string) => (disk.files.get(fileOf(database)) ?? disk.secret) === disk.secret;
  const open = (database: string) => {
    connected(database);
    if (disk.secret === null) throw new NativeError('No Passphrase stored');
    if (disk.failure !== null) throw new NativeError(disk.failure);
    // The message of iOS has no details.
    if (!fits(database))
      throw new NativeError(style === 'ios' ? 'Cannot open the DB' : 'file is not a database');
    disk.files.set(fileOf(database), disk.secret);
    connections.set(database, connections.get(database) ?? new sqlite.oo1.DB(':memory:'));
  };
  const bind = (values: readonly unknown[] | undefined) =>
    values && values.length > 0 ? { bind: [...values] as never } : {};
  const changed = (options: Options, statement: string, values?: readonly unknown[]) => {
    const db = opened(options);
    db.exec(statement, bind(values));
    return { changes: { changes: db.changes() } };
  };
  const native: Native = {
    isSecretStored: async () => {
      return { result: disk.secret !== null && !disk.isLocked };
    },
    // The plugin stores the passphrase before it checks the databases, and keeps it even if it does not open one.
    setEncryptionSecret: async ({ passphrase = '' }) => {
      if (disk.isLocked) throw new NativeError('User interaction is not allowed');
      if (disk.secret !== null) throw new NativeError('a passphrase has already been set');
      disk.secret = passphrase;
      if ([...disk.files.values()].some((secret) => secret !== passphrase))
        throw new NativeError('State for: edsAPPSQLite.db not correct');
    },
    checkConnectionsConsistency: async ({ dbNames = [] }) => {
      for (const name of connections.keys()) if (!dbNames.includes(name)) connections.delete(name);
      return { result: dbNames.length > 0 && dbNames.every((name) => connections.has(name)) };
    },
    createConnection: async ({ database = '' }) => {
      if (connections.has(database)) throw new NativeError(`Connection ${database} already exists`);
      connections.set(database, null);
    },
    open: async ({ database = '' }) => open(database),
    getUrl: async ({ database = '' }) => {
      connected(database);
      return { url: `file://${fileOf(database)}` };
    },
    close: async (options) => opened(options).close(),
    closeConnection: async ({ database = '' }) => {
      connections.get(database)?.close();
      connections.delete(database);
    },
    // The plugin opens a closed database first, so it cannot delete a database with another key.
    deleteDatabase: async ({ database = '' }) => {
      if (!connections.get(database)) open(database);
      opened({ database }).close();
      disk.files.delete(fileOf(database));
      connections.set(database, null);
    },
    query: async (options) => {
      const statement = options.statement ?? '';
      const rows = opened(options).exec(statement, {
        ...bind(options.values),
        rowMode: 'object',
        returnValue: 'resultRows',
      });
      // iOS puts a row of column names first, because its rows have no column order.
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
  /** An engine that failed to start rejects every call. */
  const orShut = (name: string, method: (options: never) => Promise<unknown>) => async (options: never) => {
    if (disk.isShut) throw new NativeError(`CapacitorSQLitePlugin: AEADBadTagException at ${name}`);
    return method(options);
  };
  return Object.fromEntries(
    Object.entries(native).map(([name, method]) => [name, orShut(name, method)]),
  ) as Native;
}

/** The plugin of this app that creates the passphrase on iOS. The SQLite plugin reads it. */
export const nativeDatabaseKey = (disk: SqliteDisk) => ({
  databaseKeyStatus: async () => {
    if (disk.isLocked) return { status: 'locked' };
    return { status: disk.secret === null ? 'missing' : 'stored' };
  },
  createDatabaseKey: async () => {
    if (disk.isLocked) throw new NativeError('locked');
    if (disk.secret !== null) return { created: false };
    disk.secret = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
    return { created: true };
  },
});

const missing = () => new NativeError('OS-PLUG-FILE-0008');

/** The methods of @capacitor/filesystem that the database adapter uses: files by absolute address, and small notes. */
export const nativeDisk = (disk: SqliteDisk) => ({
  deleteFile: async ({ path = '' }: Options) => {
    if (!disk.files.delete(path.replace('file://', '')) && !disk.notes.delete(path)) throw missing();
  },
  writeFile: async ({ path = '' }: Options) => void disk.notes.add(path),
  stat: async ({ path = '' }: Options) => {
    if (!disk.notes.has(path)) throw missing();
    return { size: 0 };
  },
});
