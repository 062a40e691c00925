import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { demoPassword } from '../src/app/demo/demo-people.table.ts';
import { makeTestFolder } from '../testing/folder.ts';

const folder = makeTestFolder();
const pidFile = join(folder, 'data', 'postgres', 'data', 'postmaster.pid');
let running: ChildProcess | undefined;
afterAll(async () => {
  if (running) await kill(running, 'SIGTERM');
  rmSync(folder, { recursive: true });
});

test('the embedded database loses nothing that was acknowledged, however its processes are killed', async () => {
  const done = new Set<string>();
  const uploads: string[] = [];
  const count = () => done.size + uploads.length;
  for (const victims of [['service'], ['service', 'database'], ['database', 'service']] as const) {
    const url = await start();
    const token = await signIn(url);
    expect(await flowsAt(url, token)).toEqual(expect.arrayContaining([...done]));
    for (const uri of uploads) expect(await size(url, token, uri)).toBe(uploadSize);
    const before = count();
    const working = workUntilGone({ url, token, done, uploads });
    await expect.poll(count, { interval: 5 }).toBeGreaterThan(before + 3);
    for (const victim of victims) {
      if (victim === 'service' && running) await kill(running, 'SIGKILL');
      else killDatabase();
    }
    if (running) await kill(running, 'SIGKILL');
    await working;
  }
  const url = await start();
  const token = await signIn(url);
  expect(await flowsAt(url, token)).toEqual(expect.arrayContaining([...done]));
  for (const uri of uploads) expect(await size(url, token, uri)).toBe(uploadSize);
}, 180_000);

const uploadSize = 300_000;

async function workUntilGone(at: {
  url: string;
  token: string;
  done: Set<string>;
  uploads: string[];
}): Promise<void> {
  const { url, token, done, uploads } = at;
  try {
    for (;;) {
      const { token: fileToken } = await ask(url, token, 'POST', 'tenants/huachen/file-token');
      const form = new FormData();
      form.append('file1', new Blob([new Uint8Array(uploadSize)]), 'zeros.bin');
      const sent = await fetch(`${url}/api/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fileToken}` },
        body: form,
      });
      if (!sent.ok) return;
      const { uri } = (await sent.json()) as { uri: string };
      uploads.push(uri);
      const { data } = await ask(url, token, 'POST', 'tenants/huachen/user-flows', {
        type: 'trusted_mailbox_application',
        title: 'A mailbox',
        description: '',
        files: [],
      });
      done.add(data.id);
    }
  } catch {
    // The service is killed during requests. A request without a response may have taken effect or not.
  }
}

async function flowsAt(url: string, token: string): Promise<string[]> {
  const found: string[] = [];
  for (let skip = 0; ; skip += 100) {
    const { data } = await ask(url, token, 'GET', `tenants/huachen/user-flows?limit=100&skip=${skip}`);
    found.push(...data.map(({ id }: { id: string }) => id));
    if (data.length < 100) return found;
  }
}

async function size(url: string, token: string, uri: string): Promise<number> {
  const { token: fileToken } = await ask(url, token, 'POST', 'tenants/huachen/file-token');
  const response = await fetch(`${url}/api/v1/files/${uri}`, {
    headers: { authorization: `Bearer ${fileToken}` },
  });
  return (await response.arrayBuffer()).byteLength;
}

async function ask(url: string, token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'zhangwei', password: demoPassword }),
  });
  return ((await response.json()) as { token: string }).token;
}

async function start(): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'settings'),
      PORT: '0',
      SIGN_IN_LIMIT: '0',
      CALL_LIMIT: '0',
      READ_LIMIT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const url = /Address +(\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${output}`)));
  });
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Process IDs of the server: its main process and the children. */
function killDatabase(): void {
  const [pid = ''] = readFileSync(pidFile, 'utf8').split('\n');
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
  for (const one of [pid, ...children.split('\n')]) {
    if (one.trim() === '') continue;
    try {
      process.kill(Number(one), 'SIGKILL');
    } catch {
      // The process has already ended with its parent.
    }
  }
}
