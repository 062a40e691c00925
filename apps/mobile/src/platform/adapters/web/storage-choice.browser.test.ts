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

describe('storage of files and database', () => {
  it('is the origin private file system where a worker can write and read a file', async () => {
    expect(await choose()).toEqual({ kind: 'opfs', lifetime: 'device' });
    expect(remembered.get('storageKind')).toBe('opfs');
    const left: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) left.push(name);
    expect(left.filter((name) => name.startsWith('.write-probe'))).toEqual([]);
  });

  it('is IndexedDB for the window where a private window denies its file system', async () => {
    browser.denyFileSystem();
    expect(await choose()).toEqual({ kind: 'indexeddb', lifetime: 'window' });
  });

  it('is IndexedDB for the device without a file system where the browser reports persistence', async () => {
    browser.denyFileSystem({ persisted: async () => true });
    expect(await choose()).toEqual({ kind: 'indexeddb', lifetime: 'device' });
  });

  it.each([
    ['has no file system', browser.removeFileSystem],
    ['has no storage manager', browser.removeManager],
  ])('is IndexedDB for the device without a notice where the browser %s', async (_, remove) => {
    remove();
    expect(await choose()).toEqual({ kind: 'indexeddb', lifetime: 'device' });
  });

  it('is IndexedDB where files of the private file system cannot be written', async () => {
    expect(await choose({ isUsable: async () => false })).toEqual({ kind: 'indexeddb', lifetime: 'device' });
    expect(remembered.get('storageKind')).toBe('indexeddb');
  });

  it.each([
    ['missing', browser.removeIndexedDb],
    ['not opening', browser.failIndexedDb],
  ])('is the page memory where IndexedDB is %s as well', async (_, take) => {
    browser.denyFileSystem();
    take();
    expect(await choose()).toEqual({ kind: 'memory', lifetime: 'page' });
    expect(remembered.size, 'the next start tries again').toBe(0);
  });

  it('is the page memory where IndexedDB returns another file than the stored one', async () => {
    browser.denyFileSystem();
    const indexedDb = { ...createMemoryFiles(), readChunk: async () => new Uint8Array([9]) };
    expect((await choose({ indexedDb })).kind).toBe('memory');
  });

  it('does not change when the device is full', async () => {
    browser.denyFileSystem();
    expect((await choose({ indexedDb: failing('storage.full') })).kind).toBe('indexeddb');
    expect((await choose({ indexedDb: failing('storage.unavailable') })).kind).toBe('memory');
  });
});

describe('an earlier storage choice', () => {
  it('stays IndexedDB after the browser has learned to write files', async () => {
    remembered.set('storageKind', 'indexeddb');
    expect((await choose()).kind).toBe('indexeddb');
  });

  it('stays the file system without another probe', async () => {
    remembered.set('storageKind', 'opfs');
    expect((await choose({ isUsable: () => Promise.reject(new Error('probed')) })).kind).toBe('opfs');
  });

  it('is suspended while its store fails, and stays remembered', async () => {
    remembered.set('storageKind', 'opfs');
    browser.denyFileSystem();
    expect((await choose()).kind).toBe('indexeddb');
    browser.restore();
    expect((await choose()).kind).toBe('opfs');
  });

  it('is not stored when the code of the probe cannot be loaded', async () => {
    const isUsable = () => Promise.reject(new StorageError('storage.unavailable'));
    await expect(choose({ isUsable })).rejects.toMatchObject({ code: 'storage.unavailable' });
    expect(remembered.size).toBe(0);
  });
});
