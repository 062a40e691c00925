import { Capacitor, registerPlugin } from '@capacitor/core';
import { Directory, Filesystem } from '@capacitor/filesystem';
import type { DataProtectionPlugin } from '@sealflow/native-shell';
import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import type { FilesPort } from '../../ports/files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { assertSafePath } from '../safe-path.util.ts';
import { clearExportedCopies, createExternalApps, shareBytes } from './external-apps.adapter.ts';

const chunkBytes = 1024 * 1024;

/** Assembles a file from its chunks into a blob: the browser's engine stores large blobs on the disk. */
async function assembleBlob(files: Pick<FilesPort, 'stat' | 'readChunk'>, path: string): Promise<Blob> {
  const stat = await files.stat(path);
  if (!stat) throw new StorageError('storage.not_found');
  const parts: Blob[] = [];
  for (let offset = 0; offset < stat.size; offset += chunkBytes) {
    parts.push(new Blob([new Uint8Array(await files.readChunk(path, offset, chunkBytes))]));
  }
  return new Blob(parts);
}

const DataProtection = registerPlugin<DataProtectionPlugin>('DataProtection');

/**
 * Waits while an iPhone is locked and its files are inaccessible. The app is not visible meanwhile.
 * @returns whether it was locked.
 */
async function waitForUnlock(): Promise<boolean> {
  if (Capacitor.getPlatform() !== 'ios') return false;
  let unlocked: () => void = () => undefined;
  const unlocking = new Promise<void>((resolve) => {
    unlocked = resolve;
  });
  // Before the state is read: the unlock may happen in between.
  const listener = await DataProtection.addListener('available', unlocked);
  try {
    const { isAvailable } = await DataProtection.state();
    if (!isAvailable) await unlocking;
    return !isAvailable;
  } finally {
    await listener.remove();
  }
}

// Inside the app's sandbox, excluded from the phone's cloud backup.
const directory = Directory.LibraryNoCloud;
const locate = (path: string) => ({ path: assertSafePath(path), directory });

const missingCodes = new Set(['OS-PLUG-FILE-0008', 'OS-PLUG-FILE-0011']);
const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && missingCodes.has(String(error.code));

async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    if (isMissing(error)) throw new StorageError('storage.not_found', { cause: error });
    // The files of a locked iPhone are readable again after the unlock: a retry succeeds.
    const wasLocked = await waitForUnlock().catch(() => false);
    throw new StorageError(wasLocked ? 'storage.locked' : 'storage.unavailable', { cause: error });
  }
}

const withMissingDefault = async <T>(work: () => Promise<T>, fallback: () => T | Promise<T>): Promise<T> => {
  try {
    return await withStorageErrors(work);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'storage.not_found') return fallback();
    throw error;
  }
};

const documentName = (name: string) => name.replaceAll(/[/\\]/gu, '_');

/** The app's own folder on the phone. Bytes cross the bridge as base64, so chunks stay small. */
export function createCapacitorFiles(): FilesPort {
  const files: FilesPort = {
    ...createExternalApps((path) => ({ from: assertSafePath(path), directory }), withStorageErrors),
    list: (folder) =>
      withMissingDefault(
        async () => {
          const { files: found } = await Filesystem.readdir(locate(folder));
          return found
            .map(({ name, type }) => ({
              name,
              kind: type === 'file' ? ('file' as const) : ('folder' as const),
            }))
            .toSorted((a, b) => (a.name < b.name ? -1 : 1));
        },
        () => [],
      ),
    stat: (path) =>
      withMissingDefault(
        async () => {
          const { size, mtime } = await Filesystem.stat(locate(path));
          return { size, modifiedAt: mtime };
        },
        () => null,
      ),
    readChunk: (path, offset, length) =>
      withStorageErrors(async () => {
        const { data } = await Filesystem.readFile({ ...locate(path), offset, length });
        return typeof data === 'string' ? fromBase64(data) : new Uint8Array(await data.arrayBuffer());
      }),
    blob: (path) => assembleBlob(files, path),
    exportCopy: (path, name) =>
      withStorageErrors(async () => {
        // Users do not find an iOS app's document folder: there the share sheet lets them choose the target.
        if (Capacitor.getPlatform() === 'ios') {
          await files.share(path, name);
          return 'offered';
        }
        const to = { to: documentName(name), toDirectory: Directory.Documents };
        await Filesystem.copy({ from: assertSafePath(path), directory, ...to });
        return 'saved';
      }),
    exportBytes: (bytes, name) =>
      withStorageErrors(async () => {
        const data = toBase64(bytes);
        if (Capacitor.getPlatform() === 'ios') {
          await shareBytes(data, name);
          return 'offered';
        }
        const path = documentName(name);
        await Filesystem.writeFile({ path, directory: Directory.Documents, data, recursive: true });
        return 'saved';
      }),
    appendChunk: (path, bytes) =>
      withMissingDefault(
        () => Filesystem.appendFile({ ...locate(path), data: toBase64(bytes) }),
        () => files.write(path, bytes),
      ),
    write: (path, bytes) =>
      withStorageErrors(
        async () =>
          void (await Filesystem.writeFile({ ...locate(path), data: toBase64(bytes), recursive: true })),
      ),
    move: (from, to) =>
      withStorageErrors(async () => {
        await Filesystem.stat(locate(from));
        await files.remove(to);
        const parent = to.split('/').slice(0, -1).join('/');
        if (parent !== '' && (await files.list(parent)).length === 0) await makeFolder(parent);
        await Filesystem.rename({
          from: assertSafePath(from),
          to: assertSafePath(to),
          directory,
          toDirectory: directory,
        });
      }),
    remove: (path) =>
      withMissingDefault(
        async () => {
          const { type } = await Filesystem.stat(locate(path));
          if (type === 'directory') {
            await Filesystem.rmdir({ ...locate(path), recursive: true });
            // Removing an account's folder also removes its copies for other apps.
            await clearExportedCopies();
          } else await Filesystem.deleteFile(locate(path));
        },
        () => undefined,
      ),
  };
  return files;
}

const alreadyExistsCode = 'OS-PLUG-FILE-0010';

async function makeFolder(path: string): Promise<void> {
  try {
    await Filesystem.mkdir({ ...locate(path), recursive: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === alreadyExistsCode)) throw error;
  }
}
