import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../src/app/demo/demo-people.table.ts';
import { wrappedColumns } from '../src/app/rotate-master-key.usecases.ts';
import { runCommandLine } from '../src/cli/command-line.usecases.ts';
import { unwrapAtRest, type WrappedColumn } from '../src/infra/master-key/index.ts';
import { createLicenceKeys } from '../src/modules/keys/licence-key.usecases.ts';
import { openServicePlace, type ServicePlace, type ServiceProcess } from './service-process.ts';

let place: ServicePlace;
let running: ServiceProcess;
let former: string;
let token: string;
beforeAll(async () => {
  place = await openServicePlace();
  former = place.env['MASTER_KEY'] ?? '';
  running = await place.start();
  token = await signIn(running);
});
afterAll(() => place.close());

const next = () => join(place.folder, 'next.key');

test('names every wrapped column', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and column_name like 'wrapped%'
  `.execute(place.database.handle);
  const named = wrappedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ column }) => column).toSorted()).toEqual(named.toSorted());
});

test('is rejected while a node runs', async () => {
  expect(await rotate(next())).toMatchObject({
    code: 1,
    err: expect.stringContaining('nodes of the service are running'),
  });
});

test('is rejected if the former key is not the one in use, and changes nothing', async () => {
  await running.stop();
  const wrong = await rotate(next(), { MASTER_KEY: randomBytes(32).toString('base64') });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('is not the one') });
});

test('is rejected for the file of the key in use', async () => {
  const same = join(place.folder, 'same.key');
  writeFileSync(same, `${former}\n`, { mode: 0o600 });
  expect((await rotate(same)).err).toContain('choose another file');
});

test('is rejected for a file inside the data folder and for a file with other content', async () => {
  expect((await rotate(join(place.folder, 'data', 'next.key'))).err).toContain('inside the data folder');
  const other = join(place.folder, 'notes.txt');
  writeFileSync(other, 'no key', { mode: 0o600 });
  expect((await rotate(other)).err).toContain('32 bytes');
  expect(readFileSync(other, 'utf8')).toBe('no key');
});

test('leaves all rows unchanged if one row does not open', async () => {
  const { handle } = place.database;
  await sql`insert into push_vapid_keys values ('of another key', ${randomBytes(60)})`.execute(handle);
  expect(await rotate(next())).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be unwrapped'),
  });
  await sql`delete from push_vapid_keys where public_key = 'of another key'`.execute(handle);
  running = await place.start();
  expect(await openKeys(running)).toBe(200);
  await running.stop();
});

test('rewraps everything for the new key, and nothing opens with the former key', async () => {
  const done = await rotate(next());
  expect(done).toMatchObject({ code: 0, json: { file: next(), rewrapped: expect.any(Number) } });
  expect(done.json.rewrapped).toBeGreaterThan(3);
  expect(statSync(next()).mode & 0o777).toBe(0o600);
  await expect(place.start()).rejects.toThrow(/is not the one/);
  running = await place.start({ MASTER_KEY: '', MASTER_KEY_FILE: next() });
  const keys = [former, readFileSync(next(), 'utf8')].map((text) => Buffer.from(text.trim(), 'base64'));
  for (const column of wrappedColumns) {
    for (const { of, wrapped } of await valuesOf(column)) {
      const [byFormer, byNext] = keys.map((key) => () => unwrapAtRest(wrapped, key, column.contextOf(of)));
      expect(byFormer).toThrow('cannot be unwrapped');
      expect(byNext).not.toThrow();
    }
  }
  // The existing session stays valid: the rotation rewraps the token keys but does not change them.
  expect(await openKeys(running)).toBe(200);
  expect(await signIn(running)).not.toBe('');
  const audited = await sealflow(['audit', 'verify', '--deployment', '--json'], {
    MASTER_KEY: '',
    MASTER_KEY_FILE: next(),
  });
  expect(audited.code).toBe(0);
});

async function valuesOf({ table, column, id, of = id }: WrappedColumn) {
  const { rows } = await sql<{ of: string; wrapped: Buffer }>`
    select ${sql.ref(of)} as of, ${sql.ref(column)} as wrapped from ${sql.table(table)}
    where ${sql.ref(column)} is not null
  `.execute(place.database.handle);
  return rows;
}

/** Sends a request with the token from before the rotation. */
async function openKeys({ url }: ServiceProcess): Promise<number> {
  const response = await fetch(`${url}/api/v1/devices`, { headers: { authorization: `Bearer ${token}` } });
  return response.status;
}

async function signIn({ url }: ServiceProcess): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'zhangwei', password: demoPassword }),
  });
  return ((await response.json()) as { token?: string }).token ?? '';
}

const rotate = (file: string, env: Readonly<Record<string, string>> = {}) =>
  sealflow(['master-key', 'rotate', file, '--json'], env);

async function sealflow(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let out = '';
  let err = '';
  const code = await runCommandLine(words, {
    env: { ...place.env, ...env },
    folder: place.folder,
    out: (text) => (out += `${text}\n`),
    err: (text) => (err += `${text}\n`),
  });
  return { code, err, json: code === 0 ? JSON.parse(out.trim().split('\n').at(-1) ?? '') : null };
}

test('stops an overlooked node from storing under the former key and from being ready', async () => {
  const { handle } = place.database;
  const formerKey = {
    bytes: Buffer.from(former, 'base64'),
    id: 'of the former',
    path: null,
    wasCreated: false,
  };
  const before = await sql<{ count: number }>`select count(*)::int as count from licence_keys`.execute(
    handle,
  );
  await expect(createLicenceKeys(handle, formerKey).addGeneration('huachen')).rejects.toThrow('was rotated');
  const after = await sql<{ count: number }>`select count(*)::int as count from licence_keys`.execute(handle);
  expect(after.rows).toEqual(before.rows);
  await sql`update master_key set id = 'of another'`.execute(handle);
  const ready = await fetch(`${running.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable', failed: ['masterKey'] }]);
});
