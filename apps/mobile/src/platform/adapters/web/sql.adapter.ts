import { type PageLifecycle, pageLifecycle } from '../../locks/page-lifecycle.util.ts';
import type { SqlPort } from '../../ports/sql.port.ts';
import { serialiseSql } from '../serialised-sql.adapter.ts';
import { createWebFiles } from './files.adapter.ts';
import { cacheOnDemandFiles } from './on-demand-files.util.ts';
import { createReconnectingEngine } from './sql-connection.adapter.ts';
import type { SqliteRequest } from './sqlite.worker.ts';
import type { EngineStore } from './sqlite-engine.util.ts';
import { openChannel } from './worker-channel.util.ts';

/** Maximum wait for a lock that another window or tab holds. */
const sqlLockWaitLimitMs = 15_000;

/** `best` is the private file system if a worker can lock a file of it, otherwise IndexedDB. */
export type SqlStore = 'best' | 'indexeddb';

const openDatabases = new Map<string, Promise<SqlPort>>();
const keyOf = (name: string, store: SqlStore) => `${store}/${name}`;

/** For tests: the store, and the parts that a test replaces. */
export type ConnectOptions = {
  readonly store?: SqlStore;
  readonly sqlLockWaitLimitMs?: number;
  readonly life?: PageLifecycle;
  readonly startWorker?: () => Worker;
};

const startSqliteWorker = () =>
  new Worker(new URL('./sqlite.worker.ts', import.meta.url), { type: 'module' });

/** Opens a separate connection, as each tab has one. */
export async function connectWebDatabase(name: string, options: ConnectOptions = {}): Promise<SqlPort> {
  const { store = 'best', life = pageLifecycle, startWorker = startSqliteWorker } = options;
  const waitLimitMs = options.sqlLockWaitLimitMs ?? sqlLockWaitLimitMs;
  const engine = createReconnectingEngine({
    life,
    connect: () => {
      const channel = openChannel<SqliteRequest>(startWorker());
      const openDatabase = async () => {
        const engineStore = await channel.send<EngineStore>({ kind: 'open', name, store, waitLimitMs });
        if (engineStore === 'indexeddb') cacheOnDemandFiles();
      };
      return { channel, opened: openDatabase() };
    },
  });
  const port = serialiseSql(engine);
  try {
    // Reports a database that cannot be opened to the caller.
    await port.query('SELECT 1');
  } catch (error) {
    await port.close().catch(() => undefined);
    throw error;
  }
  return {
    ...port,
    close: async () => {
      openDatabases.delete(keyOf(name, store));
      await port.close();
    },
  };
}

/** SQLite in a worker; every tab has its own worker, and they share the file. */
export function openWebDatabase(name: string, store: SqlStore = 'best'): Promise<SqlPort> {
  const key = keyOf(name, store);
  const opening = openDatabases.get(key) ?? connectWebDatabase(name, { store });
  openDatabases.set(key, opening);
  opening.catch(() => openDatabases.delete(key));
  return opening;
}

/** Deletes a database of the private file system. */
export async function deleteWebDatabase(name: string): Promise<void> {
  await (await openDatabases.get(keyOf(name, 'best')))?.close();
  const files = createWebFiles();
  for (const suffix of ['', '-journal', '-wal']) await files.remove(`${name}${suffix}`);
}
