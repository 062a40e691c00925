import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesContract } from '../../../../testing/platform/files-contract.ts';
import { createRecord } from '../../../../testing/platform/records.ts';
import { sqlContract } from '../../../../testing/platform/sql-contract.ts';
import { withoutStorage } from '../../../../testing/web/browser-storage.ts';
import { localDatabase } from '../../database/local-database.compose.ts';
import { withFilesAddLock } from '../../documents/file-lock.util.ts';
import { recentFilesOf } from '../../documents/recent-files.repository.ts';
import { wipeAccount } from '../../documents/wipe.usecases.ts';
import type { StorageKind } from '../../ports/storage.port.ts';
import { createPageKeyedStore, withPageFallback } from './fallback-keyed-store.util.ts';
import { createWebFiles } from './files.adapter.ts';
import { createWebPlatform } from './index.ts';
import { createIndexedDbFiles } from './indexed-db-files.adapter.ts';
import { createKeyedStore } from './keyed-store.util.ts';
import { connectWebDatabase } from './sql.adapter.ts';

const browser = withoutStorage();
const byText = (a: string, b: string) => (a < b ? -1 : 1);
const bytes = (...values: number[]) => new Uint8Array(values);

const take: Record<Exclude<StorageKind, 'native'>, () => void> = {
  opfs: () => undefined,
  indexeddb: browser.denyFileSystem,
  memory: () => {
    browser.denyFileSystem();
    browser.removeIndexedDb();
    browser.denyPage();
  },
};

/** Loads a page in a browser with this kind of storage. */
function load(kind: keyof typeof take) {
  browser.restore();
  take[kind]();
  return createWebPlatform();
}

beforeEach(async () => {
  localStorage.clear();
  for (const files of [createWebFiles(), createIndexedDbFiles()])
    for (const account of ['a1', 'a2']) await files.remove(account);
});
afterEach(() => browser.restore());

describe.each(['opfs', 'indexeddb', 'memory'] as const)('web platform with the store %s', (kind) => {
  it('reports its store and lifetime', async () => {
    const lifetimes = { opfs: 'device', indexeddb: 'window', memory: 'page' };
    expect(await load(kind).storage.state()).toEqual({ kind, lifetime: lifetimes[kind] });
  });

  describe('files', () => {
    filesContract(() => load(kind).files());
  });

  describe('database', () => {
    sqlContract(() => load(kind).openDatabase(`store-${Math.random()}.db`));
  });

  it('shares one database between callers, and creates a new one after deletion', async () => {
    const platform = load(kind);
    const name = `store-${Math.random()}.db`;
    const [one, two] = await Promise.all([platform.openDatabase(name), platform.openDatabase(name)]);
    await one.run('CREATE TABLE t (id)');
    expect(await two.query('SELECT count(*) AS n FROM t')).toEqual([{ n: 0 }]);
    // The file handles of a worker close shortly after its end.
    const removed = () => platform.deleteDatabase(name).then(() => 'deleted', String);
    await expect.poll(removed).toBe('deleted');
    const again = await platform.openDatabase(name);
    expect(await again.query("SELECT name FROM sqlite_master WHERE name = 't'")).toEqual([]);
    await again.close();
  });

  it('stores settings and secrets as long as its files', async () => {
    const platform = load(kind);
    await platform.preferences.set('tid', 't1');
    await platform.secrets.set('token', 'secret');
    expect(await platform.preferences.get('tid')).toBe('t1');
    expect(await platform.secrets.get('token')).toBe('secret');
    const next = createWebPlatform();
    expect(await next.preferences.get('tid')).toBe(kind === 'memory' ? null : 't1');
    expect(await next.secrets.get('token')).toBe(kind === 'memory' ? null : 'secret');
    await platform.secrets.remove('token');
  });

  it('passes stored files to the next page, unless they are in memory', async () => {
    await (await load(kind).files()).write('a1/f', bytes(1));
    const stat = await (await createWebPlatform().files()).stat('a1/f');
    expect(stat?.size ?? null).toBe(kind === 'memory' ? null : 1);
  });

  it('hands an app package to the browser as a download', async () => {
    const platform = load(kind);
    await (await platform.files()).write('updates/app.apk', bytes(1, 2, 3));
    const pressed: HTMLAnchorElement[] = [];
    const pressing = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
      this: HTMLAnchorElement,
    ) {
      pressed.push(this);
    });
    try {
      await platform.appUpdate.openInstaller({ path: 'updates/app.apk', name: 'a.apk', sha256: '' });
    } finally {
      pressing.mockRestore();
    }
    expect(pressed.map(({ download }) => download)).toEqual(['a.apk']);
    const given = await (await fetch(pressed[0]?.href ?? '')).arrayBuffer();
    expect(new Uint8Array(given)).toEqual(bytes(1, 2, 3));
    await (await platform.files()).remove('updates');
  });
});

describe('a page that is denied storage', () => {
  it('imports files and deletes them at sign-out, although each lock is denied', async () => {
    const platform = load('memory');
    const files = await platform.files();
    await withFilesAddLock('a1', () => files.write('a1/f', bytes(1)));
    await wipeAccount(platform, 'a1');
    expect(await files.stat('a1/f')).toBeNull();
  });
});

describe('data stored in memory', () => {
  it('leaves nothing in the browser', async () => {
    const names = async () => (await indexedDB.databases()).map(({ name }) => name ?? '').sort(byText);
    const before = await names();
    const platform = load('memory');
    await (await platform.files()).write('a1/f', bytes(1));
    await localDatabase(platform);
    browser.restore();
    expect(await names()).toEqual(before);
    expect(localStorage.length).toBe(0);
    expect(await createWebFiles().stat('a1/f')).toBeNull();
  });
});

describe('a store that is no longer used', () => {
  /** Stores a file and its record for two accounts, with a page of the other kind. */
  async function fill(kind: 'opfs' | 'indexeddb') {
    const platform = load(kind);
    const sql = await localDatabase(platform);
    for (const account of ['a1', 'a2']) {
      await (await platform.files()).write(`${account}/edsFiles/f`, bytes(1));
      await recentFilesOf(sql, account).upsert(createRecord({ fileID: 'f' }), 'recent');
    }
    return platform;
  }
  const left = async (platform: Awaited<ReturnType<typeof fill>>, account: string) => ({
    file: (await (await platform.files()).stat(`${account}/edsFiles/f`)) !== null,
    records: await recentFilesOf(await localDatabase(platform), account).count({ list: 'recent', text: '' }),
  });

  it.each([
    ['opfs', 'indexeddb'],
    ['indexeddb', 'opfs'],
    ['opfs', 'memory'],
  ] as const)('is cleared of the account that signs out: %s, now %s', async (before, now) => {
    const old = await fill(before);
    localStorage.clear();
    const platform = load(now);
    // A page that started without storage finds the data after the browser restores its storage.
    if (now === 'memory') {
      await platform.storage.state();
      browser.restore();
    }
    expect((await platform.storage.state()).kind).toBe(now);
    browser.restore();
    await wipeAccount(platform, 'a1');
    expect(await left(old, 'a1')).toEqual({ file: false, records: 0 });
    expect(await left(old, 'a2'), 'other accounts keep theirs').toEqual({ file: true, records: 1 });
    await wipeAccount(old, 'a2');
    await (await localDatabase(old)).close();
  });
});

describe('key-value storage', () => {
  it('is stored where the browser supports it', async () => {
    const name = `keyed-${Math.random()}`;
    await withPageFallback(createKeyedStore(name)).put('key', 1);
    expect(await createKeyedStore(name).get('key')).toBe(1);
  });

  it('stays in the page memory where the browser denies storage, also when storage works later', async () => {
    const name = `keyed-${Math.random()}`;
    browser.failIndexedDb();
    const values = withPageFallback(createKeyedStore(name));
    await values.put('key', 1);
    expect(await values.add('key', 2)).toBe(1);
    browser.restore();
    expect(await values.get('key')).toBe(1);
    await values.remove('key');
    expect(await values.get('key')).toBeUndefined();
    expect(await createPageKeyedStore().add('key', 2)).toBe(2);
  });
});

it.each(['opfs', 'indexeddb'] as const)(
  'web platform with the store %s deletes a database left in IndexedDB',
  async (kind) => {
    const name = `store-${Math.random()}.db`;
    const open = () => connectWebDatabase(name, { store: 'indexeddb' });
    const before = await open();
    await before.run('CREATE TABLE t (id)');
    await before.close();
    const platform = load(kind);
    const removed = () => platform.deleteDatabase(name).then(() => 'deleted', String);
    await expect.poll(removed).toBe('deleted');
    const after = await open();
    expect(await after.query("SELECT name FROM sqlite_master WHERE name = 't'")).toEqual([]);
    await after.close();
  },
);
