import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestFolder } from '../testing/folder.ts';
import { openServicePlace, type ServicePlace, type ServiceProcess } from './service-process.ts';

/** Environment of a scheduled task: no service setting except the data folder. The compile cache shortens the start of Node. */
const bare = () => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  HOME: join(scheduled, 'home'),
  DATA_DIR: dataDir,
});
const scheduled = makeTestFolder();
const program = (name: string) => join(import.meta.dirname, '../src', name);

let place: ServicePlace;
let other: ServicePlace;
let node: ServiceProcess;
let dataDir: string;
const backupFile = join(scheduled, 'cron.bak');
const wholeBackup = join(scheduled, 'whole.bak');
const commands: [name: string, ...words: string[]][] = [
  ['backup', 'backup', backupFile],
  ['restore', 'restore', wholeBackup],
  ['master-key rotate', 'master-key', 'rotate', join(scheduled, 'next.key')],
  ['tenant list', 'tenant', 'list'],
  ['account create', 'account', 'create', 'somebody', '--email', 'somebody@example.com', '--one-time'],
  ['audit verify', 'audit', 'verify', '--deployment'],
  ['demo', 'demo'],
];
/** Each command starts a process. All commands run in `npm run test:full`. */
const isFull = process.env['TEST_FULL'] === '1';
const chosen = commands.filter(([name]) => isFull || ['backup', 'restore', 'tenant list'].includes(name));

beforeAll(async () => {
  mkdirSync(join(scheduled, 'home'));
  [place, other] = await Promise.all([openServicePlace(), openServicePlace()]);
  dataDir = place.env['DATA_DIR'] ?? '';
  await (await other.start()).stop();
  node = await place.start();
  const { code, err } = await sealflow(place.env, 'backup', wholeBackup);
  if (code !== 0) throw new Error(err);
});
afterAll(async () => {
  await Promise.all([place.close(), other.close()]);
  rmSync(scheduled, { recursive: true });
});

test('a scheduled backup beside a service on DATABASE_URL fails in one line and changes nothing', async () => {
  const before = await stateOf();
  const result = await sealflow(bare(), 'backup', backupFile);
  expect(result).toMatchObject({ code: 1, out: '' });
  expect(result.err).toMatch(/^\S+ belongs to a service on DATABASE_URL, which is not set: [^\n]+\n$/);
  expect(await stateOf()).toEqual(before);
});

test('with all settings of the service the same backup holds its data', async () => {
  const result = await sealflow(place.env, 'backup', backupFile, '--json');
  expect(result.code).toBe(0);
  expect(JSON.parse(result.out)).toMatchObject({
    files: expect.any(Number),
    masterKeyID: expect.any(String),
  });
  expect(JSON.parse(result.out).rows).toBeGreaterThan(100);
  rmSync(backupFile);
});

describe('without a running service', () => {
  beforeAll(() => node.stop());

  test.each(chosen)('%s without DATABASE_URL creates and changes nothing', async (_name, ...words) => {
    const before = await stateOf();
    const result = await sealflow(bare(), ...words);
    expect(result).toMatchObject({ code: 1, out: '', err: expect.stringContaining('which is not set') });
    expect(result.err.trim().split('\n')).toHaveLength(1);
    expect(await stateOf()).toEqual(before);
  });

  test.each(chosen)('%s with the database of another service changes nothing', async (name, ...words) => {
    const before = await stateOf();
    const DATABASE_URL = other.database.url;
    const result = await sealflow({ ...place.env, DATABASE_URL }, ...words);
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toContain(
      name === 'restore' ? 'already contains data' : 'belongs to the external database',
    );
    expect(await stateOf()).toEqual(before);
  });

  // A restore may create its folder.
  const others = chosen.filter(([name]) => name !== 'restore');
  test.each(others)('%s does not create a missing folder', async (_name, ...words) => {
    const nowhere = join(scheduled, 'nowhere');
    const before = await stateOf();
    const result = await sealflow({ ...bare(), DATA_DIR: nowhere }, ...words);
    expect(result).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('no service has used it'),
    });
    expect(existsSync(nowhere)).toBe(false);
    expect(await stateOf()).toEqual(before);
  });

  test('an administration command uses the database of its settings and the credential of the folder', async () => {
    const before = await stateOf();
    const result = await sealflow(place.env, 'operator', 'list', '--json');
    expect([result.err, result.code]).toEqual(['', 0]);
    expect(JSON.parse(result.out)).toMatchObject({
      total: 1,
      data: [{ label: expect.stringContaining(dataDir) }],
    });
    expect(await credentialsOf(place)).toEqual(before.credentials[0]);
    const elsewhere = { ...place.env, DATA_DIR: join(scheduled, 'other-node') };
    mkdirSync(join(elsewhere.DATA_DIR, 'objects'), { recursive: true });
    const without = await sealflow(elsewhere, 'operator', 'list');
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining('no operator credential') });
    expect(await credentialsOf(place)).toEqual(before.credentials[0]);
  });

  test('a node does not start in the folder of another database, nor without its own database', async () => {
    const before = await stateOf();
    const wrong = await run('main.ts', { ...place.env, DATABASE_URL: other.database.url });
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringContaining('belongs to the external database'),
    });
    const none = await run('main.ts', { ...bare(), PORT: '0' });
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('which is not set') });
    expect(await stateOf()).toEqual(before);
  });

  test('a folder of a release without marks is recognized by its content', async () => {
    const mark = readFileSync(join(dataDir, 'database.json'));
    rmSync(join(dataDir, 'database.json'));
    const result = await sealflow(bare(), 'tenant', 'list');
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('which is not set') });
    // Only the start of the service writes the marker file.
    expect(existsSync(join(dataDir, 'database.json'))).toBe(false);
    node = await place.start();
    expect(readFileSync(join(dataDir, 'database.json'))).toEqual(mark);
    await node.stop();
  });

  test('a database of an older release is backed up, but neither migrated nor administered', async () => {
    const { pool } = place.database;
    await pool.query('drop table deployment');
    await pool.query("delete from kysely_migration where name = '018-deployment-identity'");
    rmSync(join(dataDir, 'database.json'));
    expect(await sealflow(place.env, 'backup', backupFile)).toMatchObject({ code: 0, err: '' });
    const refused = await sealflow(place.env, 'tenant', 'list');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('belongs to an older release') });
    const { rows } = await pool.query("select to_regclass('deployment') as known");
    expect(rows).toEqual([{ known: null }]);
  });
});

test('a failed start leaves no credential behind, and a successful one names its machine and folder', async () => {
  const taken = createServer().listen(0, 'localhost');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const before = await credentialsOf(other);
  const fresh = { ...other.env, DATA_DIR: join(scheduled, 'new-node') };
  const failed = await run('main.ts', { ...fresh, PORT: String(port) });
  taken.close();
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('EADDRINUSE') });
  expect(await credentialsOf(other)).toEqual(before);
  expect(existsSync(join(fresh.DATA_DIR, 'operator-credential'))).toBe(false);
  const started = await other.start({ DATA_DIR: fresh.DATA_DIR });
  await started.stop();
  const { rows } = await other.database.pool.query(
    'select label from operator_credentials order by created_at desc limit 1',
  );
  expect(rows).toEqual([{ label: `node ${hostname()} ${fresh.DATA_DIR}` }]);
});

test('DATABASE=external refuses to create an embedded database', async () => {
  const fresh = join(scheduled, 'fresh');
  const result = await run('main.ts', { ...bare(), DATA_DIR: fresh, DATABASE: 'external', PORT: '0' });
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL is missing') });
  expect(existsSync(fresh)).toBe(false);
});

/** Everything that a command could change: files, databases and credentials. */
async function stateOf() {
  const checkpoints = join(dataDir, 'audit');
  const files = [dataDir, scheduled, join(process.cwd(), '.data')]
    .flatMap((root) => filesBelow(root))
    .filter((path) => !path.startsWith(checkpoints))
    .map((path) => [path, lstatSync(path).isFile() ? digestOf(path) : '']);
  return {
    files,
    credentials: await Promise.all([credentialsOf(place), credentialsOf(other)]),
    tables: await Promise.all([tablesOf(place), tablesOf(other)]),
    acts: await Promise.all([actsOf(place), actsOf(other)]),
  };
}

function filesBelow(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
}

const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

async function credentialsOf({ database }: ServicePlace) {
  const { rows } = await database.pool.query('select operator_id, withdrawn_at from operator_credentials');
  return rows;
}

async function tablesOf({ database }: ServicePlace) {
  const { rows } = await database.pool.query(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'pgboss') order by 1",
  );
  return rows.map(({ name }) => name);
}

/** A backup is audited. */
async function actsOf({ database }: ServicePlace) {
  const { rows } = await database.pool.query(
    "select count(*)::int as n from audit_records where tid is null and act like 'deployment.%'",
  );
  return rows[0].n;
}

const sealflow = (env: Environment, ...words: string[]) => run('cli/main.ts', env, ...words);

type Environment = Readonly<Record<string, string | undefined>>;

/** Starts a separate process, as a scheduler does. */
function run(name: string, env: Environment, ...words: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [program(name), ...words],
      { env: { ...env }, cwd: scheduled, timeout: 60_000 },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
    child.stdin?.end();
  });
}
