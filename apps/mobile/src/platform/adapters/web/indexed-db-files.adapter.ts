import type { FileEntry, FilesPort } from '../../ports/files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { assertSafePath } from '../safe-path.util.ts';
import { browserFileExport } from './file-export.util.ts';
import { createIndexedDbConnection, resultOf } from './indexed-db.util.ts';
import { storageErrorOf } from './opfs.util.ts';
import { type PageTransactions, pageTransactions } from './page-transactions.util.ts';

export const filesDatabaseName = 'sealflow-files';

const fileStore = 'files';
const chunkStore = 'chunks';
const maxChunkBytes = 1024 * 1024;

/** Stored by path. The content has a separate id, so that a move rewrites only this record. */
type FileRecord = { readonly contentID: string; readonly size: number; readonly modifiedAt: number };

type Stores = { readonly files: IDBObjectStore; readonly chunks: IDBObjectStore };

const newContentID = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Paths of all files below a folder: '0' is the character after '/'. */
const pathsBelow = ({ files }: Stores, folder: string) =>
  resultOf(
    files.getAllKeys(IDBKeyRange.bound(`${folder}/`, `${folder}0`, false, true)) as IDBRequest<string[]>,
  );

/** Keys of chunks are `[contentID, offset]`; an array sorts after every number. */
const contentRange = (id: string) => IDBKeyRange.bound([id], [id, []]);

const recordAt = ({ files }: Stores, path: string) =>
  resultOf(files.get(path) as IDBRequest<FileRecord | undefined>);

async function requireRecord(stores: Stores, path: string): Promise<FileRecord> {
  const record = await recordAt(stores, path);
  if (!record) throw new StorageError('storage.not_found');
  return record;
}

async function deleteFile(stores: Stores, path: string): Promise<void> {
  const record = await recordAt(stores, path);
  if (!record) return;
  stores.files.delete(path);
  stores.chunks.delete(contentRange(record.contentID));
}

/** Deletes a file, or a folder with its contents. */
async function deleteTree(stores: Stores, path: string): Promise<void> {
  for (const one of [path, ...(await pathsBelow(stores, path))]) await deleteFile(stores, one);
}

/**
 * Appends the bytes to the content of the record, and stores the record with its new size. A failed put aborts the
 * transaction.
 */
function append(stores: Stores, path: string, record: FileRecord, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; from += maxChunkBytes) {
    // A copy: a view would be stored with its whole buffer.
    const chunk = bytes.slice(from, from + maxChunkBytes);
    stores.chunks.put(chunk, [record.contentID, record.size + from]);
  }
  const next: FileRecord = { ...record, size: record.size + bytes.length, modifiedAt: Date.now() };
  stores.files.put(next, path);
}

const emptyRecord = (): FileRecord => ({ contentID: newContentID(), size: 0, modifiedAt: 0 });

/** Calls `visit` with each chunk that has bytes from `start` (inclusive) to `end` (exclusive). */
async function eachChunk(
  { chunks }: Stores,
  { contentID, start, end }: { readonly contentID: string; readonly start: number; readonly end: number },
  visit: (offset: number, chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  if (start >= end) return;
  const before = IDBKeyRange.bound([contentID, 0], [contentID, start]);
  const first = await resultOf(chunks.openKeyCursor(before, 'prev'));
  const [, firstOffset] = (first?.key ?? [contentID, 0]) as [string, number];
  const range = IDBKeyRange.bound([contentID, firstOffset], [contentID, end], false, true);
  const request = chunks.openCursor(range);
  for (let cursor = await resultOf(request); cursor !== null; cursor = await resultOf(request)) {
    visit((cursor.key as [string, number])[1], cursor.value as Uint8Array<ArrayBuffer>);
    cursor.continue();
  }
}

/**
 * Files in IndexedDB, for browsers without a private file system, or without access to it in this window. Each call
 * is one transaction: a page that crashes leaves the previous state, and two pages may append to one file.
 */
export function createIndexedDbFiles(
  name = filesDatabaseName,
  transactions: PageTransactions = pageTransactions,
): FilesPort {
  const create = (database: IDBDatabase) => {
    database.createObjectStore(fileStore);
    database.createObjectStore(chunkStore);
  };
  const transact = createIndexedDbConnection(name, create, transactions);
  const inTransaction = async <T>(
    mode: IDBTransactionMode,
    work: (stores: Stores) => Promise<T>,
  ): Promise<T> => {
    try {
      return await transact([fileStore, chunkStore], mode, (store) =>
        work({ files: store(fileStore), chunks: store(chunkStore) }),
      );
    } catch (error) {
      throw storageErrorOf(error);
    }
  };
  const blob = async (path: string) => {
    const checked = assertSafePath(path);
    return inTransaction('readonly', async (stores) => {
      const { contentID, size } = await requireRecord(stores, checked);
      const parts: Blob[] = [];
      // One blob per chunk, so that chunks leave the page's memory: the browser keeps large blobs on the disk.
      await eachChunk(stores, { contentID, start: 0, end: size }, (_, chunk) =>
        parts.push(new Blob([chunk])),
      );
      return new Blob(parts);
    });
  };
  return {
    ...browserFileExport(blob),
    blob,
    async list(folder) {
      const checked = assertSafePath(folder);
      const paths = await inTransaction('readonly', (stores) => pathsBelow(stores, checked));
      const entries = new Map<string, FileEntry>();
      for (const path of paths) {
        const [child = '', ...rest] = path.slice(checked.length + 1).split('/');
        entries.set(child, { name: child, kind: rest.length > 0 ? 'folder' : 'file' });
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async stat(path) {
      const checked = assertSafePath(path);
      const record = await inTransaction('readonly', (stores) => recordAt(stores, checked));
      return record ? { size: record.size, modifiedAt: record.modifiedAt } : null;
    },
    async readChunk(path, offset, length) {
      const checked = assertSafePath(path);
      return inTransaction('readonly', async (stores) => {
        const { contentID, size } = await requireRecord(stores, checked);
        const end = Math.min(size, offset + length);
        const bytes = new Uint8Array(Math.max(0, end - offset));
        await eachChunk(stores, { contentID, start: offset, end }, (at, chunk) => {
          const from = Math.max(0, offset - at);
          bytes.set(chunk.subarray(from, end - at), at + from - offset);
        });
        return bytes;
      });
    },
    async appendChunk(path, bytes) {
      const checked = assertSafePath(path);
      await inTransaction('readwrite', async (stores) =>
        append(stores, checked, (await recordAt(stores, checked)) ?? emptyRecord(), bytes),
      );
    },
    async write(path, bytes) {
      const checked = assertSafePath(path);
      await inTransaction('readwrite', async (stores) => {
        await deleteFile(stores, checked);
        append(stores, checked, emptyRecord(), bytes);
      });
    },
    async move(from, to) {
      const [source, target] = [assertSafePath(from), assertSafePath(to)];
      await inTransaction('readwrite', async (stores) => {
        const record = await requireRecord(stores, source);
        if (source === target) return;
        stores.files.delete(source);
        await deleteTree(stores, target);
        stores.files.put(record, target);
      });
    },
    async remove(path) {
      const checked = assertSafePath(path);
      await inTransaction('readwrite', (stores) => deleteTree(stores, checked));
    },
  };
}
