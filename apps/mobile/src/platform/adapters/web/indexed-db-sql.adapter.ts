import type { OpenDatabase } from '../../ports/sql.port.ts';
import { createIndexedDbConnection, indexedDbExists } from './indexed-db.util.ts';
import { deleteWebDatabase, openWebDatabase } from './sql.adapter.ts';

/** Name of the IndexedDB database in which the library stores all SQLite databases. */
export const sqlDatabaseName = 'sealflow-sql';

export const openIndexedDbDatabase: OpenDatabase = (name) => openWebDatabase(name, 'indexeddb');

/** Closes and deletes a database in IndexedDB. */
export async function deleteIndexedDbDatabase(name: string): Promise<void> {
  await (await openIndexedDbDatabase(name)).close();
  await deleteBlocks(name);
}

/**
 * Closes and deletes a database of the private file system, and its blocks in IndexedDB: it is stored there if a
 * worker could not lock a file.
 */
export async function deleteBestDatabase(name: string): Promise<void> {
  await deleteWebDatabase(name);
  await deleteBlocks(name);
}

async function deleteBlocks(name: string): Promise<void> {
  if (!(await indexedDbExists(sqlDatabaseName))) return;
  const transact = createIndexedDbConnection(sqlDatabaseName, () => undefined);
  await transact(['blocks', 'metadata'], 'readwrite', async (store) => {
    for (const suffix of ['', '-journal', '-wal']) {
      const path = `/${name}${suffix}`;
      store('blocks').delete(IDBKeyRange.bound([path], [path, []]));
      store('metadata').delete(path);
    }
  });
}
