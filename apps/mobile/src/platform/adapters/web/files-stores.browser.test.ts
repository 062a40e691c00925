import { describe, expect, it } from 'vitest';
import { filesContract } from '../../../../testing/platform/files-contract.ts';
import type { FilesPort } from '../../ports/files.port.ts';
import { createMemoryFiles } from '../memory/files.adapter.ts';
import { createIndexedDbFiles } from './indexed-db-files.adapter.ts';

const mebibyte = 1024 * 1024;
const freshName = () => `files-${Math.random()}`;
const freshFiles = async () => createIndexedDbFiles(freshName());

/** Bytes whose values depend on their offset. */
const pattern = (size: number, from = 0) =>
  Uint8Array.from({ length: size }, (_, index) => ((from + index) * 31) % 251);

type Put = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>;

/** Runs `work` while `replacement` wraps each `put` of the page. */
async function whilePutting(replacement: (put: Put) => Put, work: () => Promise<void>): Promise<void> {
  const prototype: { put: Put } = IDBObjectStore.prototype;
  const { put } = prototype;
  prototype.put = replacement(put);
  try {
    await work();
  } finally {
    prototype.put = put;
  }
}

async function openRaw(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}

/** The stored chunks of the files. */
async function storedChunks(name: string): Promise<readonly Uint8Array[]> {
  const database = await openRaw(name);
  const chunks = await new Promise<Uint8Array[]>((resolve) => {
    const request = database.transaction('chunks').objectStore('chunks').getAll();
    request.onsuccess = () => resolve(request.result as Uint8Array[]);
  });
  database.close();
  return chunks;
}

describe('files in IndexedDB', () => {
  filesContract(freshFiles);

  it('read across chunks of any size in the order in which they were appended', async () => {
    const files = await freshFiles();
    const sizes = [1, 70_000, 3 * mebibyte + 7, 12, mebibyte];
    let total = 0;
    for (const size of sizes) {
      await files.appendChunk('a/f', pattern(size, total));
      total += size;
    }
    expect((await files.stat('a/f'))?.size).toBe(total);
    for (const [offset, length] of [
      [0, 2],
      [70_000, 20],
      [mebibyte - 5, 2 * mebibyte],
      [total - 3, 10],
      [0, total],
    ] as const) {
      const end = Math.min(total, offset + length);
      const read = await files.readChunk('a/f', offset, length);
      expect(read.length).toBe(end - offset);
      expect(read.every((byte, index) => byte === ((offset + index) * 31) % 251)).toBe(true);
    }
    const blob = new Uint8Array(await (await files.blob('a/f')).arrayBuffer());
    expect(blob.every((byte, index) => byte === (index * 31) % 251)).toBe(true);
    expect(await files.readChunk('a/f', total + 5, 1)).toEqual(new Uint8Array());
  });

  it('store chunks of at most 1 MiB, without the surrounding buffer', async () => {
    const name = freshName();
    const files = createIndexedDbFiles(name);
    const around = pattern(4 * mebibyte);
    await files.write('a/f', around.subarray(100, 100 + 2 * mebibyte + 1));
    const chunks = await storedChunks(name);
    expect(chunks.map(({ length }) => length)).toEqual([mebibyte, mebibyte, 1]);
    expect(chunks.every((chunk) => chunk.buffer.byteLength === chunk.length)).toBe(true);
  });

  it('store exactly the given bytes without a transformation', async () => {
    const name = freshName();
    const files = createIndexedDbFiles(name);
    await files.write('a/f', pattern(1000));
    await files.appendChunk('a/f', pattern(10, 1000));
    expect(await storedChunks(name)).toEqual([pattern(1000), pattern(10, 1000)]);
  });

  it('keep no chunk of a replaced, overwritten or removed file', async () => {
    const name = freshName();
    const files = createIndexedDbFiles(name);
    await files.write('a/f', pattern(10));
    await files.write('a/f', pattern(20));
    await files.write('a/part', pattern(30));
    await files.move('a/part', 'a/f');
    await files.write('a/folder/x', pattern(40));
    await files.write('a/y', pattern(50));
    await files.move('a/y', 'a/folder');
    expect((await storedChunks(name)).map(({ length }) => length).sort((a, b) => a - b)).toEqual([30, 50]);
    await files.remove('a');
    expect(await storedChunks(name)).toEqual([]);
  });

  it('move without a copy of the content', async () => {
    const name = freshName();
    const files = createIndexedDbFiles(name);
    await files.write('a/part', pattern(10));
    const written: string[] = [];
    const watched = (put: Put): Put =>
      function watch(value, key) {
        written.push(this.name);
        return put.call(this, value, key);
      };
    await whilePutting(watched, () => files.move('a/part', 'a/whole'));
    expect(written).toEqual(['files']);
    expect(await files.readChunk('a/whole', 0, 10)).toEqual(pattern(10));
  });

  it('list only the content of the folder, not names with the same prefix', async () => {
    const files = await freshFiles();
    for (const path of ['a/x', 'a1/x', 'a-b', 'a/z/1', 'a/z/2']) await files.write(path, pattern(1));
    expect(await files.list('a')).toEqual([
      { name: 'x', kind: 'file' },
      { name: 'z', kind: 'folder' },
    ]);
    await files.remove('a');
    expect(await files.stat('a1/x')).not.toBeNull();
    expect(await files.stat('a-b')).not.toBeNull();
  });

  it('reconnect after the browser closed the connection', async () => {
    const name = freshName();
    const files = createIndexedDbFiles(name);
    await files.write('a/f', pattern(10));
    const deleted = new Promise<void>((resolve) => {
      indexedDB.deleteDatabase(name).onsuccess = () => resolve();
    });
    await deleted;
    expect(await files.stat('a/f')).toBeNull();
    await files.write('a/f', pattern(5));
    expect((await files.stat('a/f'))?.size).toBe(5);
  });
});

describe('two tabs over the files of one IndexedDB', () => {
  it('append to one file concurrently without loss', async () => {
    const name = freshName();
    const tabs = [createIndexedDbFiles(name), createIndexedDbFiles(name)];
    const append = async (files: FilesPort, value: number) => {
      for (let count = 0; count < 20; count += 1)
        await files.appendChunk('a/f', new Uint8Array(1000).fill(value));
    };
    await Promise.all(tabs.map((files, index) => append(files, index + 1)));
    const [files] = tabs as [FilesPort, FilesPort];
    const all = await files.readChunk('a/f', 0, 50_000);
    expect(all.length).toBe(40_000);
    for (const value of [1, 2]) expect(all.filter((byte) => byte === value).length).toBe(20_000);
    for (let at = 0; at < all.length; at += 1000)
      expect(new Set(all.subarray(at, at + 1000)).size, 'no append is torn').toBe(1);
  });
});

describe('an append that fails halfway', () => {
  it('leaves the file unchanged', async () => {
    const name = freshName();
    const files = createIndexedDbFiles(name);
    await files.write('a/f', pattern(10));
    // The first chunk has been stored.
    const failing = (put: Put): Put =>
      function fail(value, key) {
        if (this.name === 'files') throw new DOMException('', 'UnknownError');
        return put.call(this, value, key);
      };
    await whilePutting(failing, () =>
      expect(files.appendChunk('a/f', pattern(5))).rejects.toMatchObject({ code: 'storage.unavailable' }),
    );
    expect((await files.stat('a/f'))?.size).toBe(10);
    expect((await storedChunks(name)).map(({ length }) => length)).toEqual([10]);
  });

  it('reports full storage when the quota is exceeded', async () => {
    const files = await freshFiles();
    await files.write('a/f', pattern(10));
    const error = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'error') ?? {};
    // At the quota the browser accepts the request and then aborts the transaction with this error.
    const full = (put: Put): Put =>
      function abort(value, key) {
        const request = put.call(this, value, key);
        queueMicrotask(() => {
          if (this.name === 'chunks') this.transaction.abort();
        });
        return request;
      };
    Object.defineProperty(IDBTransaction.prototype, 'error', {
      configurable: true,
      get: () => new DOMException('', 'QuotaExceededError'),
    });
    try {
      await whilePutting(full, () =>
        expect(files.appendChunk('a/f', pattern(5))).rejects.toMatchObject({ code: 'storage.full' }),
      );
    } finally {
      Object.defineProperty(IDBTransaction.prototype, 'error', error);
    }
    expect((await files.readChunk('a/f', 0, 10)).join()).toBe(pattern(10).join());
    await files.appendChunk('a/f', pattern(1));
    expect((await files.stat('a/f'))?.size).toBe(11);
  });
});

describe('files in the page', () => {
  filesContract(async () => createMemoryFiles());

  it('keep their own copy of the bytes, and copy no earlier chunk on append', async () => {
    const files = createMemoryFiles();
    const given = pattern(5);
    await files.appendChunk('a/f', given);
    given.fill(0);
    await files.appendChunk('a/f', pattern(5, 5));
    expect(await files.readChunk('a/f', 3, 4)).toEqual(pattern(4, 3));
  });
});
