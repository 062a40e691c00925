import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { timeLimitMs } from '../testing/eventually.ts';
import { makeTestFolder } from '../testing/folder.ts';

const folder = makeTestFolder();
const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true });
});

const settings = {
  DATA_DIR: join(folder, 'data'),
  XDG_CONFIG_HOME: join(folder, 'settings'),
  PORT: '0',
  SEED_DEMO: 'false',
};

function launch(more: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ...settings, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Waits until the service reports its URL. */
async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = launch();
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const url = /Address +(\S+)/.exec(output)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`the service did not start: ${output}`);
}

/** @returns the exit code and the time until the exit. */
async function stop(child: ChildProcess, signal: NodeJS.Signals) {
  const begun = performance.now();
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return { code, took: performance.now() - begun };
}

const json = async (url: string, credential = '') => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${credential}` } });
  return response.json();
};

it('serves, shuts down within three seconds of a signal, and finds its data after a restart', async () => {
  const first = await start();
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  const noted = JSON.parse(readFileSync(join(settings.DATA_DIR, 'service.json'), 'utf8'));
  expect(noted).toMatchObject({ url: first.url, pid: first.child.pid });
  expect((await fetch(`${noted.local}/healthz`)).status).toBe(200);
  const credential = readFileSync(join(settings.DATA_DIR, 'operator-credential'), 'utf8').trim();
  const keys = await json(`${first.url}/.well-known/jwks.json`);
  const unfinished = connect(Number(new URL(first.url).port), 'localhost');
  unfinished.on('error', () => {});
  unfinished.write('POST /api/v1/auth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{');
  await once(unfinished, 'connect');
  const end = await stop(first.child, 'SIGTERM');
  expect(end.code).toBe(0);
  expect(end.took).toBeLessThan(timeLimitMs(3000));

  // A partial file of an earlier full disk does not prevent the start.
  writeFileSync(join(settings.DATA_DIR, 'service.json'), '');
  const second = await start();
  expect(await json(`${second.url}/.well-known/jwks.json`)).toEqual(keys);
  expect(await json(`${second.url}/api/v1/admin/demo`, credential)).toMatchObject({ code: 'app.no_demo' });
  expect((await stop(second.child, 'SIGINT')).code).toBe(0);
});

it.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ MASTER_KEY: 'short' }, 'MASTER_KEY'],
  [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, 'ECONNREFUSED'],
  [{ MASTER_KEY_FILE: privateFolder('key') }, 'cannot be read by the user of the service (EISDIR)'],
  // Failures of the file system in the data folder, as on a full disk.
  [{ DATA_DIR: folderWith('service.json') }, 'Sealflow does not start: EISDIR'],
])('does not start with %j and explains why without the value', async (more, message) => {
  const child = launch(more);
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(errors).toContain(message);
  expect(errors).not.toContain('eighty');
  const isLog = (line: string) => line.startsWith('{');
  expect(
    errors
      .trim()
      .split('\n')
      .filter((line) => !isLog(line)),
  ).toHaveLength(1);
});

function privateFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  return path;
}

/** A data folder with a directory in place of a file. */
function folderWith(file: string): string {
  const path = join(folder, 'in-the-way');
  mkdirSync(join(path, file), { recursive: true });
  return path;
}
