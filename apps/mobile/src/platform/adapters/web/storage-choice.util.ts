import type { FilesPort } from '../../ports/files.port.ts';
import type { PreferencesPort } from '../../ports/preferences.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import type { StorageKind, StorageLifetime } from '../../ports/storage.port.ts';
import type { OpfsFiles } from './files.adapter.ts';

export type WebStorageKind = Exclude<StorageKind, 'native'>;

export type StorageChoice = { readonly kind: WebStorageKind; readonly lifetime: StorageLifetime };

type CandidateStores = {
  readonly opfs: Pick<OpfsFiles, 'isUsable'>;
  readonly indexedDb: FilesPort;
  readonly preferences: Pick<PreferencesPort, 'get' | 'set'>;
};

/** Access to the private file system. `denied`: the browser has one, and denies it to this window. */
async function fileSystemAccess(): Promise<'granted' | 'denied' | 'missing'> {
  // Old browsers have neither.
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  if (!storage?.getDirectory) return 'missing';
  return storage.getDirectory().then(
    () => 'granted' as const,
    () => 'denied' as const,
  );
}

/** Whether a file can be written, appended to and read. A full disk proves nothing, so it counts as yes. */
async function isUsable(files: FilesPort): Promise<boolean> {
  const path = `.write-probe-${Math.random()}`;
  try {
    await files.write(path, new Uint8Array([1, 2]));
    await files.appendChunk(path, new Uint8Array([3]));
    return (await files.readChunk(path, 0, 4)).join() === '1,2,3';
  } catch (error) {
    return error instanceof StorageError && error.code === 'storage.full';
  } finally {
    await files.remove(path).catch(() => undefined);
  }
}

const isPersisted = async () =>
  (await (navigator as { storage?: Partial<StorageManager> }).storage?.persisted?.().catch(() => false)) ??
  false;

/**
 * Chooses the store of files and database: the private file system, or else IndexedDB, or else this page's memory.
 * The first choice is remembered and stays while its store works: a browser that changes, or fails once, hides no
 * documents.
 * @throws StorageError if a probe's code fails to load; the next call tries again.
 */
export async function chooseStorage({
  opfs,
  indexedDb,
  preferences,
}: CandidateStores): Promise<StorageChoice> {
  const remembered = await preferences.get('storageKind');
  const access = await fileSystemAccess();
  const lifetime = access === 'denied' && !(await isPersisted()) ? 'window' : 'device';
  const probes = {
    // A file system that has been used needs no probe by a worker, so that a start stays quick.
    opfs: async () => access === 'granted' && (remembered === 'opfs' || (await opfs.isUsable())),
    indexeddb: () => isUsable(indexedDb),
  };
  const order =
    remembered === 'indexeddb' ? (['indexeddb', 'opfs'] as const) : (['opfs', 'indexeddb'] as const);
  for (const kind of order) {
    if (!(await probes[kind]())) continue;
    // A remembered store may fail once: it is the first choice again at the next start.
    if (remembered === null) await preferences.set('storageKind', kind);
    return { kind, lifetime: kind === 'opfs' ? 'device' : lifetime };
  }
  return { kind: 'memory', lifetime: 'page' };
}
