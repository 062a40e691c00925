import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { makeTestFolder } from '../../../testing/folder.ts';
import { openFolderStore } from '../objects/folder.adapter.ts';
import type { BackupManifest } from './backup-manifest.schemas.ts';
import { openBackup } from './read-backup.util.ts';
import { restoreBackup } from './restore-backup.util.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = makeTestFolder();
});
afterAll(() => database.close());

const evil = 'drop table accounts; --';
const sha256 = createHash('sha256').update('').digest('hex');
const table = { schema: 'public', name: 'tenants', columns: ['tid'], rows: 0, sha256 };
const sequence = { schema: 'public', name: 'audit_records_id_seq', last: '1', called: true };

test.each<[string, Partial<BackupManifest>]>([
  ['a table', { tables: [{ ...table, name: `tenants"; ${evil}` }] }],
  ['a schema', { tables: [{ ...table, schema: `public"; ${evil}` }] }],
  ['a table of the database itself', { tables: [{ ...table, schema: 'pg_catalog', name: 'pg_authid' }] }],
  ['a column', { tables: [{ ...table, columns: [`tid") from stdin; ${evil}`] }] }],
  ['a sequence', { sequences: [{ ...sequence, name: `x"'); ${evil}` }] }],
  ['a value of a sequence', { sequences: [{ ...sequence, last: `1); ${evil}` }] }],
  ['an object', { objects: [{ key: '../../../escaped', sha256 }] }],
  ['an object with a whole path', { objects: [{ key: '/tmp/escaped-by-backup', sha256 }] }],
  ['a migration', { migrations: ['__proto__', 'constructor'] }],
])('restoring a backup with a malicious name of %s changes nothing', async (_what, facts) => {
  const migrations = await database.pool.query<{ name: string }>(
    'select name from kysely_migration order by 1',
  );
  const whole = {
    format: 'sealflow-backup',
    version: 1,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    masterKeyID: null,
    tables: [],
    sequences: [],
    objects: [],
    ...facts,
  };
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await zip.add('backup.json', new TextReader(JSON.stringify(whole)));
  const file = join(folder, 'hostile.backup');
  writeFileSync(file, Buffer.from(await (await zip.close()).arrayBuffer()));
  const backup = await openBackup(file);
  const objects = await openFolderStore(join(folder, 'data', 'objects'));
  const restoring = restoreBackup({ backup, database, openObjects: async () => objects });
  await expect(restoring).rejects.toThrow(/./);
  await backup.close();
  const { rows } = await database.pool.query<{ there: boolean }>(
    "select to_regclass('accounts') is not null as there",
  );
  expect(rows).toEqual([{ there: true }]);
  expect([readdirSync(folder).includes('escaped'), existsSync('/tmp/escaped-by-backup')]).toEqual([
    false,
    false,
  ]);
});
