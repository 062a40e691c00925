import type { AccountsPort } from '../../ports/accounts.port.ts';
import type { FilesPort } from '../../ports/files.port.ts';
import type { PreferencesPort } from '../../ports/preferences.port.ts';
import type { OpenDatabase } from '../../ports/sql.port.ts';
import type { StoragePort, UnusedStore } from '../../ports/storage.port.ts';
import { createAccountFiles } from '../account-files.adapter.ts';
import { createMemoryFiles } from '../memory/files.adapter.ts';
import { browserFileExport } from './file-export.util.ts';
import { createWebFiles } from './files.adapter.ts';
import { indexedDbExists } from './indexed-db.util.ts';
import { createIndexedDbFiles, filesDatabaseName } from './indexed-db-files.adapter.ts';
import {
  deleteBestDatabase,
  deleteIndexedDbDatabase,
  openIndexedDbDatabase,
  sqlDatabaseName,
} from './indexed-db-sql.adapter.ts';
import { hasOpfsEntries } from './opfs.util.ts';
import { connectWebDatabase, openWebDatabase } from './sql.adapter.ts';
import { chooseStorage, type StorageChoice, type WebStorageKind } from './storage-choice.util.ts';

export type WebStorage = StoragePort & {
  files(): Promise<FilesPort>;
  readonly openDatabase: OpenDatabase;
  deleteDatabase(name: string): Promise<void>;
};

type WebStorageDeps = {
  readonly preferences: Pick<PreferencesPort, 'get' | 'set'>;
  readonly accounts: AccountsPort;
};

/** Files in the page's memory, exported as a browser does. */
function createPageFiles(): FilesPort {
  const files = createMemoryFiles();
  return { ...files, ...browserFileExport((path) => files.blob(path)) };
}

// Loaded when a database in memory is opened: few browsers need the engine on the page.
const pageDatabases = () => import('./memory-sql.adapter.ts');

const databases: Record<
  WebStorageKind,
  { readonly open: OpenDatabase; readonly remove: (name: string) => Promise<void> }
> = {
  opfs: { open: (name) => openWebDatabase(name, 'best'), remove: deleteBestDatabase },
  indexeddb: { open: openIndexedDbDatabase, remove: deleteIndexedDbDatabase },
  memory: {
    open: async (name) => (await pageDatabases()).openPageDatabase(name),
    remove: async (name) => (await pageDatabases()).deletePageDatabase(name),
  },
};

/** The browser's stores for files and database, of which one is chosen at the first use. */
export function createWebStorage({ preferences, accounts }: WebStorageDeps): WebStorage {
  const opfs = createWebFiles();
  const indexedDb = createIndexedDbFiles();
  const filesByKind: Record<WebStorageKind, FilesPort> = {
    opfs,
    indexeddb: indexedDb,
    memory: createPageFiles(),
  };
  let choice: Promise<StorageChoice> | undefined;
  const state = () => {
    choice ??= chooseStorage({ opfs, indexedDb, preferences }).catch((error: unknown) => {
      choice = undefined;
      throw error;
    });
    return choice;
  };
  const kind = async () => (await state()).kind;
  const hasIndexedDb = async () =>
    (await indexedDbExists(filesDatabaseName)) || (await indexedDbExists(sqlDatabaseName));
  return {
    state,
    async unused() {
      const used = await kind();
      const found: UnusedStore[] = [];
      if (used !== 'opfs' && (await hasOpfsEntries()))
        found.push({ files: opfs, openDatabase: (name) => connectWebDatabase(name, { store: 'best' }) });
      if (used !== 'indexeddb' && (await hasIndexedDb()))
        found.push({
          files: indexedDb,
          openDatabase: (name) => connectWebDatabase(name, { store: 'indexeddb' }),
        });
      return found;
    },
    files: async () => createAccountFiles(filesByKind[await kind()], accounts),
    openDatabase: async (name) => databases[await kind()].open(name),
    deleteDatabase: async (name) => databases[await kind()].remove(name),
  };
}
