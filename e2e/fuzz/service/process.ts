import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real service process with the embedded database and the demo in it. */
export interface FuzzedService {
  readonly url: string;
  /** Whether the process still runs. */
  isUp(): boolean;
  /** Lines of its log that say of a fault, so far. */
  faults(): readonly string[];
  /** Files that an upload has left behind unfinished. */
  unfinished(): Promise<readonly string[]>;
  /** Megabytes of memory; null where the system does not tell. */
  memory(): Promise<number | null>;
  operator(): Promise<string>;
  stop(): Promise<void>;
}

let running: Promise<FuzzedService> | undefined;

/** The one service of this process: starting it takes longer than trying it. */
export const sharedService = (): Promise<FuzzedService> => {
  running ??= start();
  return running;
};

export async function stopSharedService(): Promise<void> {
  const service = await running?.catch(() => undefined);
  running = undefined;
  await service?.stop();
}

async function start(): Promise<FuzzedService> {
  const folder = await mkdtemp(join(tmpdir(), 'sealflow-fuzz-'));
  const data = join(folder, 'data');
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../apps/server/src/main.ts')], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: process.env['FUZZ_PORT'] ?? '0',
      DATA_DIR: data,
      MASTER_KEY: randomBytes(32).toString('base64'),
      SEED_DEMO: 'true',
      SIGN_IN_LIMIT: '0',
      CALL_LIMIT: '0',
      CODE_LIMIT: '0',
    },
    // Of its own group: Ctrl-C is for the runner, which then ends it in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  const log: string[] = [];
  try {
    const address = await addressOf(child, log);
    return {
      url: address.replace('localhost', '127.0.0.1'),
      isUp: () => child.exitCode === null && child.signalCode === null,
      faults: () => log.filter((line) => /"level":[56]0/.test(line)),
      unfinished: () => readdir(join(data, 'objects', 'incoming')).catch(() => []),
      memory: () => memoryOf(child.pid ?? 0),
      operator: async () => (await readFile(join(data, 'operator-credential'), 'utf8')).trim(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(child: ChildProcess, log: string[]): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: unknown) => {
      said += String(chunk);
      log.push(...String(chunk).split('\n'));
      const address = /Address +(\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => reject(new Error(`the service did not start: ${said}`)));
  });
}

async function memoryOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await gone;
  clearTimeout(timer);
}
