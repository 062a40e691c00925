import { describe, expect, it } from 'vitest';
import { migrateLocal } from '../../database/local.migration.ts';
import { recentFilesOf } from '../../documents/recent-files.repository.ts';
import { recentRemovalsOf } from '../../documents/recent-removals.repository.ts';
import { aRecord } from '../../tests/records.ts';
import { sqlContract } from '../../tests/sql-contract.ts';
import { installBridge } from './tests/bridge.ts';
import { nativeSqlite } from './tests/native-sqlite.ts';

let databases = 0;

async function start(style: 'android' | 'ios') {
  const calls = installBridge({ CapacitorSQLite: await nativeSqlite(style) });
  const { openCapacitorDatabase, deleteCapacitorDatabase } = await import('./sql.adapter.ts');
  databases += 1;
  const name = `test${databases}.db`;
  return { calls, name, sql: await openCapacitorDatabase(name), deleteCapacitorDatabase };
}

describe.each(['android', 'ios'] as const)('native database on %s', (style) => {
  sqlContract(async () => (await start(style)).sql);

  it('carries the local tables', async () => {
    const { sql } = await start(style);
    await migrateLocal(sql);
    await migrateLocal(sql);
    const mine = recentFilesOf(sql, 'a1');
    await mine.put(aRecord({ fileID: 'f1', fileWholeName: '采购合同.pdf' }), 'recent');
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
    const { calls, name, sql } = await start('android');
    await sql.run('CREATE TABLE t (id)');
    await sql.transaction((tx) => tx.run('INSERT INTO t VALUES (?)', [1]));
    await sql.query('SELECT id FROM t WHERE id = ?', [1]);
    await sql.close();
    const database = name.replace('.db', '');
    const [consistency, ...rest] = calls;
    expect(consistency?.method).toBe('checkConnectionsConsistency');
    expect(rest).toEqual(
      [
        [
          'createConnection',
          { database, encrypted: false, mode: 'no-encryption', version: 1, readonly: false },
        ],
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

  it('is empty again after it was deleted', async () => {
    const { name, sql, deleteCapacitorDatabase } = await start('android');
    await migrateLocal(sql);
    await deleteCapacitorDatabase(name);
    const { openCapacitorDatabase } = await import('./sql.adapter.ts');
    const again = await openCapacitorDatabase(name);
    expect(await again.query("SELECT name FROM sqlite_master WHERE name = 'recent_file'")).toEqual([]);
    await again.close();
  });
});
