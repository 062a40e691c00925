import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { RenderingLimits, SandboxKind } from './rendering.types.ts';
import { type SandboxedCommand, sandboxCommand } from './sandbox.rules.ts';

const memoryCheckIntervalMs = 200;

/** Where `unshare` and `prlimit` are. The process gets no other variable of the environment. */
const programFolders = '/usr/sbin:/usr/bin:/sbin:/bin';

/** Why a process was killed, or that it failed by itself. */
export type ProcessEnd = 'failed' | 'tooSlow' | 'tooMuchMemory' | 'tooLarge';

/** A sandboxed process did not deliver a result. */
export class SandboxedProcessError extends Error {
  readonly end: ProcessEnd;

  constructor(end: ProcessEnd) {
    super(`rendering process: ${end}`);
    this.name = 'SandboxedProcessError';
    this.end = end;
  }
}

/** Finds out whether this machine lets the service make namespaces. Containers often do not. */
export async function findSandboxKind(): Promise<SandboxKind> {
  if (process.platform !== 'linux') return 'permissions';
  const [program, ...parts] = sandboxCommand('namespaces', {
    nodePath: 'true',
    script: '',
    scriptArguments: [],
    readable: [],
    cpuSeconds: 1,
  });
  return promisify(execFile)(program, parts, { timeout: 5_000, env: { PATH: programFolders } }).then(
    () => 'namespaces',
    () => 'permissions',
  );
}

type SandboxedRun = Omit<SandboxedCommand, 'nodePath' | 'cpuSeconds'> & {
  readonly kind: SandboxKind;
  readonly limits: RenderingLimits;
  readonly input: Uint8Array;
};

/**
 * Runs a script of Node without network, disk and environment, and returns what it writes to standard output. The process is
 * killed at its limits.
 * @throws SandboxedProcessError
 */
export async function runSandboxed({ kind, limits, input, ...command }: SandboxedRun): Promise<Buffer> {
  const [program, ...parts] = sandboxCommand(kind, {
    ...command,
    nodePath: process.execPath,
    // Several threads compute at once.
    cpuSeconds: Math.ceil((4 * limits.timeMs) / 1_000),
  });
  // The environment of the service contains secrets. Its messages may contain words of the document.
  const child = spawn(program, parts, {
    env: { PATH: programFolders },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let end: ProcessEnd = 'failed';
  const kill = (why: ProcessEnd) => {
    end = why;
    child.kill('SIGKILL');
  };
  const timeout = setTimeout(() => kill('tooSlow'), limits.timeMs);
  const watch = setInterval(() => {
    void residentBytes(child.pid).then((bytes) => {
      if (bytes > limits.memoryBytes) kill('tooMuchMemory');
      return undefined;
    });
  }, memoryCheckIntervalMs);
  const output: Buffer[] = [];
  let outputBytes = 0;
  child.stdout.on('data', (part: Buffer) => {
    outputBytes += part.length;
    if (outputBytes > limits.outputBytes) kill('tooLarge');
    else output.push(part);
  });
  // A process that ends early does not read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const exitCode = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null));
      child.on('close', resolve);
    });
    if (exitCode !== 0 || end !== 'failed') throw new SandboxedProcessError(end);
    return Buffer.concat(output);
  } finally {
    clearTimeout(timeout);
    clearInterval(watch);
  }
}

/** The resident memory of a process and its descendants, on Linux; 0 elsewhere, and after its end. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(await read('status')) ?? [];
  const children = (await read(`task/${pid}/children`)).split(' ').filter(Boolean);
  const sizes = await Promise.all(children.map((child) => residentBytes(Number(child))));
  return sizes.reduce((sum, size) => sum + size, Number(kilobytes) * 1_024);
}
