import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from '../../../../testing/folder.ts';
import { type EmbeddedServer, startEmbedded } from './index.ts';

let parent: string;
let dataDir: string;
let started: EmbeddedServer[];

beforeEach(() => {
  parent = makeTestFolder();
  dataDir = join(parent, 'data');
  started = [];
});

afterEach(async () => {
  for (const server of started.toReversed()) await server.stop();
  rmSync(parent, { recursive: true });
});

async function start(options: Partial<Parameters<typeof startEmbedded>[0]> = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, ...options });
  started.push(server);
  return server;
}

async function query(server: EmbeddedServer, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: server.url });
  // The statement in progress is rejected as well. Without a listener the event would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** Starts the server in a separate process and waits until it is ready. */
async function startElsewhere(): Promise<ChildProcess> {
  const program = `
    process.once('SIGTERM', () => process.exit(0));
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    process.stdout.write('runs');
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the other process did not start'))),
  ]);
  return child;
}

test('keeps its data across restarts', async () => {
  const first = await start();
  await query(first, "create table note as select '保留' as text");
  await first.stop();
  expect(await query(await start(), 'select text from note')).toEqual([{ text: '保留' }]);
});

test('syncs to disk, sorts by code point, uses UTF-8 and UTC', async () => {
  const [row] = await query(
    await start(),
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('timezone') as zone, current_setting('server_encoding') as encoding,
       'Z' < 'a' as code_point_order, lower('ÄÉ') as lower`,
  );
  expect(row).toEqual({
    fsync: 'on',
    commit: 'on',
    zone: 'UTC',
    encoding: 'UTF8',
    code_point_order: true,
    lower: 'äé',
  });
});

test('limits its password file to the owner and keeps failed statements out of the log', async () => {
  const server = await start();
  const file = join(dataDir, 'postgres.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(query(server, "select '13800138000'::uuid")).rejects.toThrow('13800138000');
  expect(readFileSync(join(dataDir, 'postgres', 'postgres.log'), 'utf8')).not.toContain('13800138000');
  const stranger = new Client({ connectionString: server.url.replace(/:[^:@/]+@/u, ':wrong@') });
  await expect(stranger.connect()).rejects.toThrow('password authentication failed');
});

test('refuses a second owner and accepts a guest', async () => {
  const owner = await start();
  await expect(startEmbedded({ dataDir })).rejects.toMatchObject({ code: 'database.in_use' });
  const guest = await start({ whenRunning: 'join' });
  expect(guest.owned).toBe(false);
  await guest.stop();
  expect(await query(owner, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('leaves exactly one owner after two simultaneous first starts', async () => {
  const results = await Promise.allSettled([start(), start()]);
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  const loser = results.find((result) => result.status === 'rejected');
  expect(loser?.reason).toMatchObject({ code: 'database.in_use' });
});

test('takes over the server of an owner that was killed', async () => {
  const other = await startElsewhere();
  await expect(startEmbedded({ dataDir })).rejects.toMatchObject({ code: 'database.in_use' });
  other.kill('SIGKILL');
  await once(other, 'exit');
  const state = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const orphan = readFileSync(state, 'utf8').split('\n')[0];
  await start();
  expect(readFileSync(state, 'utf8').split('\n')[0]).toBe(orphan);
});

test('survives the death of one process and reports the death of the whole server', async () => {
  let ends = 0;
  const server = await start({ onUnexpectedStop: () => (ends += 1) });
  const owner = `select pid from pg_stat_activity join pg_locks using (pid)
    where application_name = 'sealflow owner' and locktype = 'advisory' and granted`;
  const ownerPid = async () => Number((await query(server, owner).catch(() => []))[0]?.['pid'] ?? 0);
  const before = await ownerPid();
  process.kill(before, 'SIGKILL');
  await expect.poll(async () => ![0, before].includes(await ownerPid())).toBe(true);
  await expect(startEmbedded({ dataDir })).rejects.toMatchObject({ code: 'database.in_use' });
  expect(ends).toBe(0);
  const state = readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  process.kill(Number(state.split('\n')[0]), 'SIGQUIT');
  await expect.poll(() => ends).toBe(1);
});

test('stops with its owner, even if the owner exits without stopping it', async () => {
  const other = await startElsewhere();
  other.kill('SIGTERM');
  await once(other, 'exit');
  await expect.poll(() => existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
});

test('removes the stale lock that a crash left beside the socket', async () => {
  const first = await start();
  await first.stop();
  const run = join(dataDir, 'postgres', 'run');
  const { uid, gid } = statSync(run);
  // The process ID now belongs to another process of the server's account.
  const stranger = spawn('sleep', ['60'], { uid, gid });
  writeFileSync(join(run, '.s.PGSQL.5432.lock'), `${stranger.pid}\n${dataDir}\n0\n5432\n${run}\n`);
  chownSync(join(run, '.s.PGSQL.5432.lock'), uid, gid);
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  stranger.kill();
});

test('removes the stale process file that a machine crash left', async () => {
  const first = await start();
  await query(first, 'create table note ()');
  await first.stop();
  const state = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  // The process ID now belongs to the test process.
  writeFileSync(state, `${process.pid}\n${join(dataDir, 'postgres', 'data')}\n0\n5432\n\n\n\nready\n`);
  expect(await query(await start(), 'select from note')).toEqual([]);
});

test('can be moved with DATA_DIR and listens on the loopback address if the path is too long', async () => {
  await query(await start(), 'create table note ()');
  await started.pop()?.stop();
  const moved = join(parent, 'a-long-name-'.repeat(12));
  renameSync(dataDir, moved);
  const server = await start({ dataDir: moved });
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
  expect(await query(server, 'select from note')).toEqual([]);
});

test('refuses data of another major version and names the upgrade path', async () => {
  await (await start()).stop();
  const file = join(dataDir, 'postgres.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"majorVersion": 18', '"majorVersion": 17'));
  await expect(startEmbedded({ dataDir })).rejects.toMatchObject({
    code: 'database.version_mismatch',
    message: expect.stringMatching(/PostgreSQL 17.*contains 18.*backup.*restore/u),
  });
});

test('moves the data below a private folder to where the database account has access', async () => {
  const isRoot = process.getuid?.() === 0;
  chmodSync(parent, 0o700);
  const first = await start();
  await query(first, 'create table note ()');
  const { directory } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    directory: string;
  };
  // Root runs the database as another account; other users run it as themselves.
  const place = isRoot ? /^\/var\/lib\/sealflow\/[0-9a-f-]{36}$/u : /^postgres$/u;
  expect(directory).toMatch(place);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(!isRoot);
  await first.stop();
  expect(await query(await start(), 'select from note')).toEqual([]);
  await started.pop()?.stop();
  rmSync(resolve(dataDir, directory), { recursive: true });
});
