import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { accountFolder } from '../../platform/documents/document.types.ts';
import { licencesOf } from '../../platform/documents/licences.repository.ts';
import { recentFilesOf } from '../../platform/documents/recent-files.repository.ts';
import { measureEngine } from '../../platform/exact-pages/engine-cache.usecases.ts';
import type { FilesPort, Platform, StorageState } from '../../platform/index.ts';

const updatesFolder = 'updates';

export type FolderUsage = { readonly count: number; readonly bytes: number };

export type StorageUsage = {
  readonly documents: FolderUsage;
  readonly updates: FolderUsage;
  /** The size of the engine of exact pages; 0 without one. */
  readonly exactEngineBytes: number;
  /**
   * The browser's estimate of the app's storage use and of the remaining quota, in bytes; null if unavailable.
   */
  readonly total: number | null;
  readonly available: number | null;
  readonly isPersistent: boolean;
  readonly state: StorageState;
};

async function measureFolder(files: FilesPort, folder: string): Promise<FolderUsage> {
  let count = 0;
  let bytes = 0;
  for (const { name, kind } of await files.list(folder)) {
    const path = `${folder}/${name}`;
    if (kind === 'folder') {
      const inside = await measureFolder(files, path);
      count += inside.count;
      bytes += inside.bytes;
    } else {
      count += 1;
      bytes += (await files.stat(path))?.size ?? 0;
    }
  }
  return { count, bytes };
}

/** Measures the storage that the account uses on this device. */
export async function measureStorage(platform: Platform, accountID: string): Promise<StorageUsage> {
  const files = await platform.files();
  // Rejects in a context without storage access.
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  const { usage = null, quota = null } = estimate ?? {};
  return {
    documents: await measureFolder(files, accountFolder(accountID)),
    updates: await measureFolder(files, updatesFolder),
    exactEngineBytes: await measureEngine(),
    total: usage,
    available: usage === null || quota === null ? null : Math.max(0, quota - usage),
    state: await platform.storage.state(),
    isPersistent: (await navigator.storage?.persisted?.().catch(() => false)) ?? false,
  };
}

/** Deletes documents with their records and licences; decisions, drafts and settings stay. */
export async function clearDocuments(platform: Platform, accountID: string): Promise<void> {
  const sql = await localDatabase(platform);
  await sql.transaction(async (tx) => {
    await recentFilesOf(tx, accountID).clear();
    await licencesOf(tx, accountID).clear();
  });
  await (await platform.files()).remove(accountFolder(accountID));
}

export async function clearUpdates(platform: Platform): Promise<void> {
  await platform.preferences.remove('updatePackage');
  await (await platform.files()).remove(updatesFolder);
}
