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

/** What lies on the phone beside the connections: it outlives them. */
export type SqliteDisk = {
  /** The passphrase in the keystore. */
  secret: string | null;
  /** Which passphrase opens which file. */
  readonly files: Map<string, string>;
  /** A failure of the next openings that has nothing to do with the key. */
  failure: string | null;
  /** The keychain gives and takes nothing while the phone is locked, and says that there is nothing. */
  isLocked: boolean;
  /** The keystore has lost the key of what the passphrase lies in: the engine did not come up. */
  isShut: boolean;
  /** Small files of the app beside the databases. */
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

/** The answers of @capacitor-community/sqlite's native side, over a real SQLite; `style` is how rows come back. */
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
    // iOS says no more than that.
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
    // It is kept before the databases are looked at, and stays where one of them is not its own.
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
    // Opens it first where it is closed: what the key does not open is not deleted.
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
  /** An engine that did not come up refuses every call. */
  const orShut = (name: string, method: (options: never) => Promise<unknown>) => async (options: never) => {
    if (disk.isShut) throw new NativeError(`CapacitorSQLitePlugin: AEADBadTagException at ${name}`);
    return method(options);
  };
  return Object.fromEntries(
    Object.entries(native).map(([name, method]) => [name, orShut(name, method)]),
  ) as Native;
}

/** Our own plugin for the passphrase of iOS, beside the engine that reads it. */
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

/** The part of @capacitor/filesystem that a database needs: a file's whole address, and small notes. */
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
