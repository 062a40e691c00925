import { Factory } from '@journeyapps/wa-sqlite';
import type { OPFSCoopSyncVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSCoopSyncVFS.js';
import { delay } from '../../timing.util.ts';
import type { LockWaitLimit } from './lock-wait-limit.util.ts';
import type { LockableFileHandle } from './opfs.util.ts';
import { loadSqliteModule } from './sqlite-module.util.ts';

/** Store of the database. */
export type EngineStore = 'opfs' | 'indexeddb';
export type OpenedEngine = { readonly sqlite: SQLiteAPI; readonly db: number };

const handleRetryMs = 20;
const probeName = '.sync-handle-probe';

/** Whether this worker can lock a file of the origin private file system and read its size synchronously. */
async function hasSyncHandles(): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory();
    const file = await root.getFileHandle(`${probeName}-${Math.random()}`, { create: true });
    const access = await (file as LockableFileHandle).createSyncAccessHandle();
    // Chromium 102 to 107 return a promise here.
    const sync = typeof access.getSize() === 'number';
    access.close();
    await root.removeEntry(file.name);
    return sync;
  } catch {
    return false;
  }
}

/**
 * When a tab crashes, its lock is released a moment before its file handles. The next holder of the lock waits that
 * moment; otherwise the library fails half way and may overlook the journal of the crashed tab.
 */
function retryHandlesOfDeadTabs({ waitLimitMs, onTimeout }: LockWaitLimit): void {
  const prototype = FileSystemFileHandle.prototype as LockableFileHandle;
  const create = prototype.createSyncAccessHandle;
  const attempt = async (handle: LockableFileHandle, retriesLeft: number): ReturnType<typeof create> => {
    try {
      return await create.call(handle);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NoModificationAllowedError') throw error;
      if (retriesLeft === 0) {
        onTimeout();
        throw error;
      }
      await delay(handleRetryMs);
      return attempt(handle, retriesLeft - 1);
    }
  };
  prototype.createSyncAccessHandle = function retrying(this: LockableFileHandle) {
    return attempt(this, Math.ceil(waitLimitMs / handleRetryMs));
  };
}

/**
 * The library deletes the folders of crashed tabs, and fails to open if one is still locked by its tab or was just
 * deleted by another tab. Such a folder stays for the next tab that opens. Without this, each reload failed.
 */
function ignoreLockedFolders(): void {
  const prototype = FileSystemDirectoryHandle.prototype as Removing;
  const remove = prototype.removeEntry;
  prototype.removeEntry = async function lenient(this: Removing, name, options) {
    try {
      await remove.call(this, name, options);
    } catch (error) {
      if (!name.startsWith('.ahp-')) throw error;
    }
  };
}

type Removing = { removeEntry: (name: string, options?: FileSystemRemoveOptions) => Promise<void> };

async function opfsEngine(lockWaitLimit: LockWaitLimit): Promise<SQLiteAPI> {
  const [{ default: createModule }, { default: wasm }, { OPFSCoopSyncVFS }] = await Promise.all([
    import('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs'),
    import('@journeyapps/wa-sqlite/dist/wa-sqlite.wasm?url'),
    import('@journeyapps/wa-sqlite/src/examples/OPFSCoopSyncVFS.js'),
  ]);
  retryHandlesOfDeadTabs(lockWaitLimit);
  ignoreLockedFolders();
  const module = await loadSqliteModule(createModule, wasm);
  const vfs = await OPFSCoopSyncVFS.create('opfs', module);
  detectForeignJournals(vfs);
  const sqlite = Factory(module);
  sqlite.vfs_register(vfs as never, true);
  return sqlite;
}

/**
 * The library caches which journals exist when it opens. It would miss a journal that another tab left behind when it
 * was killed, and keep half a transaction: so the file itself is checked, whose handle is open by then.
 */
function detectForeignJournals(vfs: OPFSCoopSyncVFS) {
  const cachedAccess = vfs.jAccess.bind(vfs);
  vfs.jAccess = (name, flags, result) => {
    const path = new URL(name, 'file://').pathname;
    const handle = vfs.persistentFiles.get(path)?.accessHandle;
    if (handle && handle.getSize() > 0) vfs.accessiblePaths.add(path);
    else if (handle) vfs.accessiblePaths.delete(path);
    return cachedAccess(name, flags, result);
  };
}

async function indexedDbEngine(): Promise<SQLiteAPI> {
  const [{ default: createModule }, { default: wasm }, { IDBBatchAtomicVFS }] = await Promise.all([
    import('@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs'),
    import('@journeyapps/wa-sqlite/dist/wa-sqlite-async.wasm?url'),
    import('@journeyapps/wa-sqlite/src/examples/IDBBatchAtomicVFS.js'),
  ]);
  const module = await loadSqliteModule(createModule, wasm);
  const sqlite = Factory(module);
  sqlite.vfs_register(
    (await (IDBBatchAtomicVFS as unknown as VfsFactory).create('sealflow-sql', module)) as never,
    true,
  );
  return sqlite;
}

/** Opens a database in the best store of this browser; `store` forces one, for tests. */
export async function openEngine(
  name: string,
  { store, lockWaitLimit }: { readonly store: 'best' | 'indexeddb'; readonly lockWaitLimit: LockWaitLimit },
): Promise<OpenedEngine & { readonly store: EngineStore }> {
  const isOpfs = store === 'best' && (await hasSyncHandles());
  const sqlite = isOpfs ? await opfsEngine(lockWaitLimit) : await indexedDbEngine();
  const db = await sqlite.open_v2(name);
  // Sorting must not write names into temporary files, deleted names must not remain in free pages, and a search
  // reads all records: 32 MiB cache a hundred thousand of them. A very large change may use as much again before it
  // is written in pieces, each of which waits for the disk.
  for (const pragma of [
    'temp_store = memory',
    'secure_delete = on',
    'foreign_keys = on',
    'cache_size = -32768',
    'cache_spill = 16384',
    // The store in IndexedDB keeps the previous pages until a transaction is committed, and needs no journal. It
    // deletes a journal only after it has answered: a journal left by a terminated worker would undo committed
    // changes.
    ...(isOpfs ? [] : ['journal_mode = memory']),
  ]) {
    await sqlite.exec(db, `PRAGMA ${pragma}`);
  }
  return { sqlite, db, store: isOpfs ? 'opfs' : 'indexeddb' };
}

// The library's own type of this class is outdated.
type VfsFactory = { create(name: string, module: unknown): Promise<unknown> };
