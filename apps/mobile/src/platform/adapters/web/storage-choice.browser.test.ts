import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutStorage } from '../../../../testing/web/browser-storage.ts';
import type { FilesPort } from '../../ports/files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { createMemoryFiles } from '../memory/files.adapter.ts';
import { createWebFiles } from './files.adapter.ts';
import { createIndexedDbFiles } from './indexed-db-files.adapter.ts';
import { chooseStorage } from './storage-choice.util.ts';

const browser = withoutStorage();
let remembered = new Map<string, string>();

const preferences = {
  get: async (key: string) => remembered.get(key) ?? null,
  set: async (key: string, value: string) => void remembered.set(key, value),
};

type Given = { readonly isUsable?: () => Promise<boolean>; readonly indexedDb?: FilesPort };

const choose = ({ isUsable, indexedDb }: Given = {}) =>
  chooseStorage({
    opfs: isUsable ? { isUsable } : createWebFiles(),
    indexedDb: indexedDb ?? createIndexedDbFiles(`choice-${Math.random()}`),
    preferences,
  });

const failing = (code: StorageError['code']): FilesPort => ({
  ...createMemoryFiles(),
  write: () => Promise.reject(new StorageError(code)),
});

beforeEach(() => {
  remembered = new Map();
});
afterEach(() => browser.restore());

describe('where files and database are stored', () => {
  it('is the private file system where a worker writes and reads a file of it', async () => {
    expect(await choose()).toEqual({ kind: 'opfs', lifetime: 'device' });
    expect(remembered.get('storageKind')).toBe('opfs');
    const left: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) left.push(name);
    expect(left.filter((name) => name.startsWith('.write-probe'))).toEqual([]);
  });

  it('is IndexedDB where the browser denies its file system, which ends with a private window', async () => {
    browser.denyFileSystem();
    expect(await choose()).toEqual({ kind: 'indexeddb', lifetime: 'window' });
  });

  it('lasts in a window without its file system where the browser says that it persists', async () => {
    browser.denyFileSystem({ persisted: async () => true });
    expect(await choose()).toEqual({ kind: 'indexeddb', lifetime: 'device' });
  });

  it.each([
    ['has no file system', browser.removeFileSystem],
    ['has no storage manager', browser.removeManager],
  ])('is IndexedDB without alarm where the browser %s', async (_, remove) => {
    remove();
    expect(await choose()).toEqual({ kind: 'indexeddb', lifetime: 'device' });
  });

  it('is IndexedDB where files are given that cannot be written', async () => {
    expect(await choose({ isUsable: async () => false })).toEqual({ kind: 'indexeddb', lifetime: 'device' });
    expect(remembered.get('storageKind')).toBe('indexeddb');
  });

  it.each([
    ['missing', browser.removeIndexedDb],
    ['not opening', browser.failIndexedDb],
  ])('is the page where IndexedDB is %s, too', async (_, take) => {
    browser.denyFileSystem();
    take();
    expect(await choose()).toEqual({ kind: 'memory', lifetime: 'page' });
    expect(remembered.size, 'the next start tries again').toBe(0);
  });

  it('is the page where IndexedDB takes a file and gives back another', async () => {
    browser.denyFileSystem();
    const indexedDb = { ...createMemoryFiles(), readChunk: async () => new Uint8Array([9]) };
    expect((await choose({ indexedDb })).kind).toBe('memory');
  });

  it('does not change where the device is full', async () => {
    browser.denyFileSystem();
    expect((await choose({ indexedDb: failing('storage.full') })).kind).toBe('indexeddb');
    expect((await choose({ indexedDb: failing('storage.unavailable') })).kind).toBe('memory');
  });
});

describe('a choice that was made before', () => {
  it('stays with IndexedDB though the browser has learnt to write files', async () => {
    remembered.set('storageKind', 'indexeddb');
    expect((await choose()).kind).toBe('indexeddb');
  });

  it('stays with the file system without another probe', async () => {
    remembered.set('storageKind', 'opfs');
    expect((await choose({ isUsable: () => Promise.reject(new Error('probed')) })).kind).toBe('opfs');
  });

  it('gives way while its store does not work, and stays remembered', async () => {
    remembered.set('storageKind', 'opfs');
    browser.denyFileSystem();
    expect((await choose()).kind).toBe('indexeddb');
    browser.restore();
    expect((await choose()).kind).toBe('opfs');
  });

  it('is not made where the code of the probe does not come', async () => {
    const isUsable = () => Promise.reject(new StorageError('storage.unavailable'));
    await expect(choose({ isUsable })).rejects.toMatchObject({ code: 'storage.unavailable' });
    expect(remembered.size).toBe(0);
  });
});
