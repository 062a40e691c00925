import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../src/app/demo/demo-people.table.ts';
import { runCommandLine } from '../src/cli/command-line.usecases.ts';
import { openBackup } from '../src/infra/backup/read-backup.util.ts';
import { openServiceMasterKey } from '../src/infra/master-key/index.ts';
import { openFolderStore } from '../src/infra/objects/folder.adapter.ts';
import { createStatements } from '../src/infra/tokens/statements.util.ts';
import { openTokenKeys } from '../src/infra/tokens/token-keys.repository.ts';
import { archiveApplications } from '../src/modules/archives/archiving.usecases.ts';
import { openServicePlace, type ServicePlace, type ServiceProcess } from './service-process.ts';

let before: ServicePlace;
let after: ServicePlace;
let running: ServiceProcess;
let file: string;
let token: string;
let uri: string;
let taskID: string;
const content = Buffer.alloc(700_000, 'sealed or not, it comes back');

beforeAll(async () => {
  const masterKey = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
  [before, after] = await Promise.all([openServicePlace(masterKey), openServicePlace(masterKey)]);
  file = join(before.folder, 'service.backup');
  running = await before.start();
  token = await signIn(running.url);
  const { data } = await json(
    `${running.url}/api/v1/tenants/huachen/user-tasks?state=awaiting&type=approval`,
  );
  taskID = data[0].id;
  const fileToken = await json(`${running.url}/api/v1/tenants/huachen/file-token`, { method: 'POST' });
  const form = new FormData();
  form.append('file1', new Blob([content]), 'content.txt');
  const sent = await fetch(`${running.url}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fileToken.token}` },
    body: form,
  });
  ({ uri } = (await sent.json()) as { uri: string });
  await archiveOldApplication(before);
});
afterAll(() => Promise.all([before.close(), after.close()]));

test('a backup of the running service is one file for its owner alone and names the key that it omits', async () => {
  const made = await sealflow(before, 'backup', file, '--json');
  expect(made).toMatchObject({
    code: 0,
    json: { masterKeyID: expect.stringMatching(/^[0-9a-f]{32}$/), file },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(file);
  const again = await sealflow(before, 'backup', file);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(await sealflow(before, 'backup', file, '--force')).toMatchObject({ code: 0 });
  // The backup does not contain later changes.
  const decided = await json(`${running.url}/api/v1/tenants/huachen/tasks/${taskID}/actions/approve`, {
    method: 'POST',
    body: '{"note":"later"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(decided.data.state).toBe('processed');
});

test('a restore elsewhere brings back everything: sessions, tasks, files, records and pending work', async () => {
  expect(await sealflow(after, 'restore', file, '--json')).toMatchObject({ code: 0 });
  const backup = await openBackup(file);
  for (const { schema, name, rows } of backup.manifest.tables) {
    // The restore is audited.
    const more = name === 'audit_records' ? 1 : 0;
    expect([name, await countIn(after, `${schema}.${name}`)]).toEqual([name, rows + more]);
  }
  await backup.close();
  const restored = await after.start();
  const { data } = await json(`${restored.url}/api/v1/tenants/huachen/user-tasks?limit=100`);
  expect(data.find(({ id }: { id: string }) => id === taskID)).toMatchObject({ state: 'awaiting' });
  const fileToken = await json(`${restored.url}/api/v1/tenants/huachen/file-token`, { method: 'POST' });
  const received = await fetch(`${restored.url}/api/v1/files/${uri}`, {
    headers: { authorization: `Bearer ${fileToken.token}` },
  });
  expect(Buffer.from(await received.arrayBuffer()).equals(content)).toBe(true);
  // The list of pending records is not in the backup.
  await expect
    .poll(async () => (await countIn(after, 'audit_records')) - (await countIn(after, 'audit_links')))
    .toBe(0);
  const audited = await sealflow(after, 'audit', 'verify', '--tenant', 'huachen', '--json');
  expect(audited.code).toBe(0);
  const archives = await sealflow(after, 'archive', 'verify', '--tenant', 'huachen', '--json');
  expect(archives.json).toMatchObject({ archives: 1, applications: 1, faults: [], chainBrokenAt: null });
});

test('a database that holds data is left unchanged, and the command ends at once', async () => {
  const program = join(import.meta.dirname, '../src/cli/main.ts');
  const since = performance.now();
  const refused = spawnSync(process.execPath, [program, 'restore', file], {
    env: after.env,
    encoding: 'utf8',
  });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('already contains data');
  // An idle pool connection would delay the exit of the process by 30 s.
  expect(performance.now() - since).toBeLessThan(25_000);
});

test('a damaged backup restores nothing, neither whole nor in part', async () => {
  const empty = await openServicePlace();
  try {
    const whole = join(empty.folder, 'damaged.backup');
    expect((await sealflow(before, 'backup', whole)).code).toBe(0);
    const bytes = readFileSync(whole);
    bytes[bytes.indexOf('it comes back')] = 0xff;
    writeFileSync(whole, bytes);
    const refused = await sealflow(empty, 'restore', whole);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/does not match its digest/);
    expect(await countIn(empty, 'accounts')).toBe(0);
    truncateSync(whole, 30_000);
    const cutOff = await sealflow(empty, 'restore', whole);
    expect(cutOff).toMatchObject({
      code: 1,
      err: expect.stringContaining('is truncated or damaged at its end'),
    });
    writeFileSync(whole, 'no backup at all, but a file of some length');
    const other = await sealflow(empty, 'restore', whole);
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('is not a backup of this service') });
    // The backup is verified before the restore changes anything.
    expect(existsSync(join(empty.env['DATA_DIR'] ?? '', 'objects'))).toBe(false);
    expect(await failedRestore(empty)).toMatchObject({ code: 1 });
    expect(objectsIn(empty)).toEqual([]);
    // A restore of an intact backup succeeds afterwards.
    expect(await sealflow(empty, 'restore', file)).toMatchObject({ code: 0 });
  } finally {
    await empty.close();
  }
});

/** Archives an old application, as the hourly job of the service does. */
async function archiveOldApplication({ database, env }: ServicePlace): Promise<void> {
  const { handle: db } = database;
  await database.pool.query(`
    update flows set state = 'finished', updated_at = now() - interval '900 days' where flow_id = (
      select flow_id from flows where tid = 'huachen' and state in ('finished', 'rejected') limit 1)`);
  const dataDir = env['DATA_DIR'] ?? '';
  const masterKey = await openServiceMasterKey(db, { source: { value: env['MASTER_KEY'] ?? '' }, dataDir });
  const statements = createStatements(await openTokenKeys(db, { masterKey }), Date.now);
  const objects = await openFolderStore(join(dataDir, 'objects'));
  await archiveApplications(
    {
      chains: {
        db,
        clock: Date.now,
        statements,
        file: '',
        publishing: undefined,
        publicUrl: () => 'http://localhost',
      },
      objects,
    },
    { tid: 'huachen', before: new Date(Date.now() - 400 * 86_400_000) },
  );
}

/** Makes the restore fail after the files are written: an existing table breaks the migrations. */
async function failedRestore(place: ServicePlace) {
  const { pool } = place.database;
  await pool.query('drop schema public cascade; create schema public; create table tenants ()');
  const result = await sealflow(place, 'restore', file);
  await pool.query('drop schema public cascade; create schema public; drop schema if exists pgboss cascade');
  return result;
}

function objectsIn({ env }: ServicePlace): string[] {
  const folder = join(env['DATA_DIR'] ?? '', 'objects');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

async function sealflow(place: ServicePlace, ...words: string[]) {
  let out = '';
  let err = '';
  const code = await runCommandLine(words, {
    env: place.env,
    folder: place.folder,
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, err, json: words.includes('--json') && code === 0 ? JSON.parse(out) : undefined };
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'lina', password: demoPassword }),
  });
  return ((await response.json()) as { token: string }).token;
}

async function json(url: string, init: RequestInit = {}) {
  const response = await fetch(url, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

async function countIn({ database }: ServicePlace, table: string): Promise<number> {
  const { rows } = await database.pool.query(`select count(*) as n from ${table}`);
  return rows[0].n;
}
