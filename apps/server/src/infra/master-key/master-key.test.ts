import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { openServiceMasterKey, unwrapAtRest, wrapAtRest } from './index.ts';

let folder: string;
let dataDir: string;
let settingsDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealflow-master-key-'));
  dataDir = join(folder, 'data');
  settingsDir = join(folder, 'settings');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('creates a key outside the data folder, readable by its owner alone, and finds it at the next start', async () => {
  const database = await openTestDatabase();
  const made = await openServiceMasterKey(database.handle, { dataDir, settingsDir });
  const found = await openServiceMasterKey(database.handle, { dataDir, settingsDir });
  const path = made.path ?? '';

  expect(made.wasCreated).toBe(true);
  expect(path.startsWith(settingsDir)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(found).toEqual({ ...made, wasCreated: false });
  await database.close();
});

test('requires the lost key of existing data and never replaces it', async () => {
  const database = await openTestDatabase();
  const { path } = await openServiceMasterKey(database.handle, { dataDir, settingsDir });
  rmSync(path ?? '');
  const start = openServiceMasterKey(database.handle, { dataDir, settingsDir });

  await expect(start).rejects.toMatchObject({
    code: 'master_key.missing',
    message: expect.stringContaining('MASTER_KEY_FILE') as string,
  });
  await database.close();
});

test('rejects a key other than the one that wraps the data', async () => {
  const database = await openTestDatabase();
  await openServiceMasterKey(database.handle, { dataDir, settingsDir });
  const start = openServiceMasterKey(database.handle, { dataDir, source: { value: '7f'.repeat(32) } });

  await expect(start).rejects.toMatchObject({ code: 'master_key.wrong' });
  await database.close();
});

test('rejects a key file that others can read or that holds no key', async () => {
  const database = await openTestDatabase();
  const file = join(folder, 'master.key');
  writeFileSync(file, `${'7f'.repeat(32)}\n`);
  chmodSync(file, 0o644);
  const open = () => openServiceMasterKey(database.handle, { dataDir, source: { file } });

  await expect(open()).rejects.toMatchObject({ code: 'master_key.open_to_others' });
  chmodSync(file, 0o600);
  writeFileSync(file, 'short');
  await expect(open()).rejects.toMatchObject({ code: 'master_key.malformed' });
  await database.close();
});

test('creates no key inside the data folder', async () => {
  const database = await openTestDatabase();
  const start = openServiceMasterKey(database.handle, { dataDir, settingsDir: join(dataDir, 'settings') });

  await expect(start).rejects.toMatchObject({ code: 'master_key.nowhere_to_put' });
  await database.close();
});

test('unwraps data at rest only if it is intact, with its key and its name', () => {
  const key = Buffer.alloc(32, 1);
  const wrapped = wrapAtRest(readFileSync(import.meta.filename), key, 'k.rsa:2048.1');
  const flipped = Buffer.from(wrapped);
  flipped[20] = (flipped[20] ?? 0) ^ 1;

  expect(unwrapAtRest(wrapped, key, 'k.rsa:2048.1')).toEqual(readFileSync(import.meta.filename));
  for (const attempt of [
    () => unwrapAtRest(wrapped, key, 'k.rsa:2048.2'),
    () => unwrapAtRest(wrapped, Buffer.alloc(32, 2), 'k.rsa:2048.1'),
    () => unwrapAtRest(flipped, key, 'k.rsa:2048.1'),
    () => unwrapAtRest(wrapped.subarray(0, 20), key, 'k.rsa:2048.1'),
  ]) {
    expect(attempt).toThrow(expect.objectContaining({ code: 'master_key.does_not_open' }));
  }
});
