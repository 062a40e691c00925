import { describe, expect, it, vi } from 'vitest';
import { installBridge, type PhoneStyle } from '../../../../testing/capacitor/bridge.ts';
import {
  nativeDatabaseKey,
  nativeDisk,
  nativeSqlite,
  sqliteDisk,
} from '../../../../testing/capacitor/native-sqlite.ts';
import { createRecord } from '../../../../testing/platform/records.ts';
import { sqlContract } from '../../../../testing/platform/sql-contract.ts';
import { migrateLocal } from '../../database/local.migration.ts';
import { recentFilesOf } from '../../documents/recent-files.repository.ts';
import { recentRemovalsOf } from '../../documents/recent-removals.repository.ts';

let databases = 0;

async function start(style: PhoneStyle, disk = sqliteDisk()) {
  const plugins = {
    CapacitorSQLite: await nativeSqlite(style, disk),
    Filesystem: nativeDisk(disk),
    BoundKey: { forgetDatabaseKey: async () => undefined },
    Keychain: nativeDatabaseKey(disk),
  };
  const calls = installBridge(plugins, style);
  const { openCapacitorDatabase, deleteCapacitorDatabase } = await import('./sql.adapter.ts');
  databases += 1;
  const name = `test${databases}.db`;
  return { calls, name, plugins, sql: await openCapacitorDatabase(name), deleteCapacitorDatabase };
}

describe.each(['android', 'ios'] as const)('native database on %s', (style) => {
  sqlContract(async () => (await start(style)).sql);

  it('supports the local tables', async () => {
    const { sql } = await start(style);
    await migrateLocal(sql);
    await migrateLocal(sql);
    const mine = recentFilesOf(sql, 'a1');
    await mine.upsert(createRecord({ fileID: 'f1', fileWholeName: '采购合同.pdf' }), 'recent');
    expect(await mine.page({ list: 'recent', text: '合同' }, 0)).toMatchObject([
      { fileID: 'f1', downloadPer: 100 },
    ]);
    expect(await mine.page({ list: 'recent', text: '采购合' }, 0)).toHaveLength(1);
    const { count } = await recentRemovalsOf(sql, 'a1').remove({ fileIDs: ['f1'] }, 1);
    expect(count).toBe(1);
    await sql.close();
  });
});

describe('native database', () => {
  it('makes exactly these calls', async () => {
    const { calls, name, sql } = await start('android', { ...sqliteDisk(), secret: 'kept' });
    await sql.run('CREATE TABLE t (id)');
    await sql.transaction((tx) => tx.run('INSERT INTO t VALUES (?)', [1]));
    await sql.query('SELECT id FROM t WHERE id = ?', [1]);
    await sql.close();
    const database = name.replace('.db', '');
    const [secret, consistency, ...rest] = calls.filter(({ plugin }) => plugin === 'CapacitorSQLite');
    expect([secret?.method, consistency?.method]).toEqual(['isSecretStored', 'checkConnectionsConsistency']);
    expect(rest).toEqual(
      [
        ['createConnection', { database, encrypted: true, mode: 'secret', version: 1, readonly: false }],
        ['open', { database, readonly: false }],
        [
          'query',
          { database, statement: 'PRAGMA secure_delete = on', values: [], readonly: false, isSQL92: true },
        ],
        [
          'query',
          { database, statement: 'PRAGMA foreign_keys = on', values: [], readonly: false, isSQL92: true },
        ],
        [
          'execute',
          { database, statements: 'CREATE TABLE t (id)', transaction: false, readonly: false, isSQL92: true },
        ],
        ['beginTransaction', { database }],
        [
          'run',
          {
            database,
            statement: 'INSERT INTO t VALUES (?)',
            values: [1],
            transaction: false,
            readonly: false,
            returnMode: 'no',
            isSQL92: true,
          },
        ],
        ['commitTransaction', { database }],
        [
          'query',
          {
            database,
            statement: 'SELECT id FROM t WHERE id = ?',
            values: [1],
            readonly: false,
            isSQL92: true,
          },
        ],
        ['closeConnection', { database, readonly: false }],
      ].map(([method, options]) => ({ plugin: 'CapacitorSQLite', method, options })),
    );
  });

  it.each(['android', 'ios'] as const)(
    'creates its passphrase of 32 random bytes once on %s, stored by the engine',
    async (style) => {
      const disk = sqliteDisk();
      const { sql } = await start(style, disk);
      const { secret } = disk;
      expect(atob(secret ?? '')).toHaveLength(32);
      await sql.close();
      await (await start(style, disk)).sql.close();
      expect(disk.secret).toBe(secret);
    },
  );

  it('leaves the passphrase on iOS to the native plugin of the app, which binds it to the device', async () => {
    const { calls, sql } = await start('ios');
    await sql.close();
    const methods = calls.map(({ plugin, method }) => `${plugin}.${method}`);
    expect(methods).toContain('Keychain.createDatabaseKey');
    expect(methods).not.toContain('CapacitorSQLite.setEncryptionSecret');
  });

  it('creates no second passphrase when the phone is unlocked between two calls', async () => {
    const disk = sqliteDisk();
    const { name, sql, plugins } = await start('ios', disk);
    await sql.close();
    const { secret } = disk;
    plugins.Keychain.databaseKeyStatus = async () => ({ status: 'missing' });
    const { openCapacitorDatabase } = await import('./sql.adapter.ts');
    await (await openCapacitorDatabase(name)).close();
    expect([disk.secret, [...disk.files.values()], disk.notes.size]).toEqual([secret, [secret], 0]);
  });

  it.each(['android', 'ios'] as const)(
    'starts with an empty database on %s after the keystore has lost its key',
    async (style) => {
      const disk = sqliteDisk();
      const before = await start(style, disk);
      await before.sql.run('CREATE TABLE t (id)');
      await before.sql.close();
      disk.secret = null;
      const { openCapacitorDatabase } = await import('./sql.adapter.ts');
      const again = await openCapacitorDatabase(before.name);
      expect(await again.query("SELECT name FROM sqlite_master WHERE name = 't'")).toEqual([]);
      expect([...disk.files.values()]).toEqual([disk.secret]);
      const gone = before.calls.filter(({ method }) => method === 'deleteFile').map(({ options }) => options);
      expect(gone).toContainEqual({
        path: `file:///data/databases/${before.name.replace('.db', '')}SQLite.db`,
      });
      await again.close();
    },
  );

  it('starts with an empty database at the next start after being killed with the new key created', async () => {
    const disk = sqliteDisk();
    const { name, sql } = await start('ios', disk);
    await sql.close();
    disk.secret = 'made before the kill';
    disk.notes.add('database-key-is-new');
    const { openCapacitorDatabase } = await import('./sql.adapter.ts');
    await (await openCapacitorDatabase(name)).close();
    expect([...disk.files.values()]).toEqual([disk.secret]);
    expect(disk.notes.size).toBe(0);
  });

  it.each(['android', 'ios'] as const)(
    'deletes nothing on %s after a failure that is unrelated to the key',
    async (style) => {
      const disk = sqliteDisk();
      const { name, sql } = await start(style, disk);
      await sql.close();
      disk.failure = 'Cannot open the DB';
      const { openCapacitorDatabase } = await import('./sql.adapter.ts');
      await expect(openCapacitorDatabase(name)).rejects.toThrow('Cannot open the DB');
      expect(disk.files.size).toBe(1);
      disk.failure = null;
      await (await openCapacitorDatabase(name)).close();
    },
  );

  it('deletes nothing while a locked phone withholds the key', async () => {
    const disk = sqliteDisk();
    const { name, sql } = await start('ios', disk);
    await sql.close();
    const { secret } = disk;
    disk.isLocked = true;
    const { openCapacitorDatabase } = await import('./sql.adapter.ts');
    await expect(openCapacitorDatabase(name)).rejects.toMatchObject({ code: 'storage.locked' });
    disk.isLocked = false;
    await (await openCapacitorDatabase(name)).close();
    expect([disk.secret, [...disk.files.values()], disk.notes.size]).toEqual([secret, [secret], 0]);
  });

  it('replaces its passphrase at the second consecutive start with a keystore failure', async () => {
    const disk = sqliteDisk();
    // A restart registers the plugins again in this process, and Capacitor logs a warning about it.
    const warnings = vi.spyOn(console, 'warn').mockReturnValue();
    const nextStart = async () => {
      vi.resetModules();
      const BoundKey = {
        forgetDatabaseKey: async () => {
          Object.assign(disk, { isShut: false, secret: null });
        },
      };
      const plugins = {
        CapacitorSQLite: await nativeSqlite('android', disk),
        Filesystem: nativeDisk(disk),
        BoundKey,
      };
      const calls = installBridge(plugins);
      const { openCapacitorDatabase } = await import('./sql.adapter.ts');
      return {
        open: () => openCapacitorDatabase('shut.db'),
        forgotten: () => calls.some(({ plugin }) => plugin === 'BoundKey'),
      };
    };
    await (await (await nextStart()).open()).close();
    disk.isShut = true;
    const first = await nextStart();
    await expect(first.open()).rejects.toThrow('AEADBadTagException');
    await expect(first.open()).rejects.toThrow('AEADBadTagException');
    expect(first.forgotten()).toBe(false);
    const second = await nextStart();
    await expect(second.open()).rejects.toThrow('AEADBadTagException');
    expect(second.forgotten()).toBe(true);
    await (await (await nextStart()).open()).close();
    expect([[...disk.files.values()], disk.notes.size]).toEqual([[disk.secret], 0]);
    warnings.mockRestore();
  });

  it('is empty after it was deleted', async () => {
    const { name, sql, deleteCapacitorDatabase } = await start('android');
    await migrateLocal(sql);
    await deleteCapacitorDatabase(name);
    const { openCapacitorDatabase } = await import('./sql.adapter.ts');
    const again = await openCapacitorDatabase(name);
    expect(await again.query("SELECT name FROM sqlite_master WHERE name = 'recent_file'")).toEqual([]);
    await again.close();
  });
});
