import type { SqlPort } from '../../ports/sql.port.ts';
import { type PageLifeCycle, pageLifeCycle } from '../page-life-cycle.ts';
import { serialised } from '../serialised-sql.adapter.ts';
import { createWebFiles } from './files.adapter.ts';
import { cacheRareFiles } from './rare-files.ts';
import { reconnectingEngine } from './sql-connection.adapter.ts';
import type { SqliteRequest } from './sqlite.worker.ts';
import type { EngineStore } from './sqlite-engine.adapter.ts';
import { openChannel } from './worker-channel.adapter.ts';

/** Maximum wait for a lock that another window or tab holds. */
const lockWaitLimitMs = 15_000;

/** `best` is the private file system if a worker can lock a file of it, otherwise IndexedDB. */
export type SqlStore = 'best' | 'indexeddb';

const open = new Map<string, Promise<SqlPort>>();
const keyOf = (name: string, store: SqlStore) => `${store}/${name}`;

/** For tests: the store, and the parts that a test replaces. */
export type ConnectOptions = {
  readonly store?: SqlStore;
  readonly lockWaitLimitMs?: number;
  readonly life?: PageLifeCycle;
  readonly startWorker?: () => Worker;
};

const startSqliteWorker = () =>
  new Worker(new URL('./sqlite.worker.ts', import.meta.url), { type: 'module' });

/** Opens a separate connection, as each tab has one. */
export async function connectWebDatabase(name: string, options: ConnectOptions = {}): Promise<SqlPort> {
  const { store = 'best', life = pageLifeCycle, startWorker = startSqliteWorker } = options;
  const waitLimitMs = options.lockWaitLimitMs ?? lockWaitLimitMs;
  const engine = reconnectingEngine({
    life,
    connect: () => {
      const channel = openChannel<SqliteRequest>(startWorker());
      const openDatabase = async () => {
        const engineStore = await channel.ask<EngineStore>({ kind: 'open', name, store, waitLimitMs });
        if (engineStore === 'indexeddb') cacheRareFiles();
      };
      return { channel, opened: openDatabase() };
    },
  });
  const port = serialised(engine);
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
      open.delete(keyOf(name, store));
      await port.close();
    },
  };
}

/** SQLite in a worker; every tab has its own worker, and they share the file. */
export function openWebDatabase(name: string, store: SqlStore = 'best'): Promise<SqlPort> {
  const key = keyOf(name, store);
  const opening = open.get(key) ?? connectWebDatabase(name, { store });
  open.set(key, opening);
  opening.catch(() => open.delete(key));
  return opening;
}

/** Deletes a database of the private file system. */
export async function deleteWebDatabase(name: string): Promise<void> {
  await (await open.get(keyOf(name, 'best')))?.close();
  const files = createWebFiles();
  for (const suffix of ['', '-journal', '-wal']) await files.remove(`${name}${suffix}`);
}
