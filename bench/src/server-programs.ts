import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly HttpRequest[];
  /** `part`: one connection sends each request; `all`: every connection sends all, with different starts. */
  readonly spread: 'all' | 'part';
}

export interface Measured {
  readonly perSecond: number;
  /** The duration without the preparation of the requests. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

export interface Program {
  readonly url: string;
  /** Processor seconds so far. */
  cpu(): number;
  /** Resident memory in bytes. */
  memory(): number;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const thisFolder = import.meta.dirname;

/** The measured server has one core. Client and database share the other one, equal for all servers. */
const cores = { server: '0', load: '1' };

/** Moves a process, its threads and future children off the core of the measured server. */
export function moveToClientCore(pid: number): void {
  spawnSync('taskset', ['-acp', cores.load, String(pid)]);
}

/** A program without its own core names all of them: it would inherit the client core of its parent. */
function pinned(core: string | null, args: readonly string[]): [command: string, args: readonly string[]] {
  const allowed = core ?? `0-${cpus().length - 1}`;
  const isThere = spawnSync('taskset', ['--version']).status === 0;
  return isThere ? ['taskset', ['-c', allowed, process.execPath, ...args]] : [process.execPath, args];
}

/**
 * Starts a server and waits for its address. Its errors go to our standard error.
 * @param core - its exclusive core; null to share the cores.
 */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>> = {},
  core: string | null = cores.server,
  nodeArguments: readonly string[] = [],
): Promise<Program> {
  const [command, args] = pinned(core, [
    ...nodeArguments,
    file.startsWith('/') ? file : join(thisFolder, file),
  ]);
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
  });
  // Removes the remains of an interrupted benchmark.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(text)?.[0];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`${file} ended before it was ready: ${text}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    cpu: () => cpuOf(child.pid),
    memory: () => memoryOf(child.pid),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function cpuOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryOf(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

export interface LoadGenerator {
  run(load: Load): Promise<Measured>;
  /** The number of concurrent requests. */
  runAll(loads: readonly Load[]): Promise<Measured[]>;
  readonly stop: () => void;
}

export function startLoad(): LoadGenerator {
  const child: ChildProcess = fork(join(thisFolder, 'server-load.ts'));
  moveToClientCore(child.pid ?? 0);
  const runAll = async (loads: readonly Load[]): Promise<Measured[]> => {
    const found: Measured[] = [];
    const all = Promise.withResolvers<void>();
    const take = (measured: unknown) => {
      found.push(measured as Measured);
      if (found.length === loads.length) all.resolve();
    };
    child.on('message', take);
    for (const load of loads) child.send(load);
    await all.promise;
    child.off('message', take);
    return found;
  };
  return {
    runAll,
    async run(load) {
      const [measured] = await runAll([load]);
      return measured as Measured;
    },
    stop: () => child.disconnect(),
  };
}
