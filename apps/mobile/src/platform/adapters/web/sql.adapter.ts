import type { SqlPort } from '../../ports/sql.port.ts';
import { serialised } from '../serialised-sql.adapter.ts';
import { createWebFiles } from './files.adapter.ts';
import type { SqliteRequest } from './sqlite.worker.ts';
import { openChannel } from './worker-channel.adapter.ts';

/** `best` is the private file system where a worker can lock a file of it, and else IndexedDB. */
export type SqlStore = 'best' | 'indexeddb';

const open = new Map<string, Promise<SqlPort>>();
const keyOf = (name: string, store: SqlStore) => `${store}/${name}`;

export type ConnectOptions = { readonly store?: SqlStore };

/** A connection of its own, as each tab has one. */
export async function connectWebDatabase(name: string, options: ConnectOptions = {}): Promise<SqlPort> {
  const { store = 'best' } = options;
  const worker = new Worker(new URL('./sqlite.worker.ts', import.meta.url), { type: 'module' });
  const channel = openChannel<SqliteRequest>(worker);
  const run = (statement: string, params: SqliteParams = []) =>
    channel.ask<{ changes: number }>({ kind: 'run', statement, params });
  const plain = async (statement: string) => void (await run(statement));
  try {
    await channel.ask({ kind: 'open', name, store });
  } catch (error) {
    // Whoever asks next begins with a new one: this one may hold half of what it was to load.
    channel.terminate();
    throw error;
  }
  return serialised({
    query: (statement, params = []) => channel.ask({ kind: 'query', statement, params }),
    run,
    // Immediate: a transaction that begins by reading cannot find later that another tab wrote in between.
    begin: () => plain('BEGIN IMMEDIATE'),
    commit: () => plain('COMMIT'),
    rollback: () => plain('ROLLBACK'),
    close: async () => {
      await channel.ask({ kind: 'close' });
      channel.terminate();
      open.delete(keyOf(name, store));
    },
  });
}

type SqliteParams = NonNullable<Parameters<SqlPort['query']>[1]>;

/** SQLite in a worker of its own; every tab has one, and they share the file. */
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
