import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real service process with the embedded database and the demo data. */
export interface FuzzedService {
  readonly url: string;
  /** Whether the process still runs. */
  isRunning(): boolean;
  /** The log lines so far that report a fault. */
  faults(): readonly string[];
  /** Unfinished files of uploads. */
  unfinished(): Promise<readonly string[]>;
  /** Resident memory in megabytes; null if the system does not report it. */
  memory(): Promise<number | null>;
  operator(): Promise<string>;
  stop(): Promise<void>;
}

let running: Promise<FuzzedService> | undefined;

/** The service is shared by all targets of this process, because its start takes longer than the inputs. */
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
    // A separate process group: the runner handles Ctrl-C and stops the service itself.
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
      isRunning: () => child.exitCode === null && child.signalCode === null,
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
  let output = '';
  return new Promise((resolve, reject) => {
    const onData = (chunk: unknown) => {
      output += String(chunk);
      log.push(...String(chunk).split('\n'));
      const address = /Address +(\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('exit', () => reject(new Error(`the service did not start: ${output}`)));
  });
}

async function memoryOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await exited;
  clearTimeout(timer);
}
