import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchmarkName } from '../benchmarks.ts';
import { FiguresError } from './quiet-machine.ts';
import { createTemporaryFolder, deleteTemporaryFolder } from './temporary-folder.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The longest benchmark takes 5 minutes on two quiet cores. */
const maxRunMs = 20 * 60_000;
/** An interrupted benchmark ends its database and its browsers in this time. */
const endTimeoutMs = 20_000;
const pollIntervalMs = 100;

/** Parses the last line of an output, which is the result of a benchmark. */
export function resultOf(output: string): unknown {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new FiguresError(`the last line is no JSON: ${line.slice(0, 200)}`);
  }
}

/**
 * Runs a benchmark as a process of its own.
 * @param options - more arguments of the benchmark; an abort of `signal` ends it and all processes that it started.
 * @throws FiguresError if it fails, runs too long, or is aborted.
 */
export async function runBenchmark(
  name: BenchmarkName,
  { args, signal }: { readonly args: readonly string[]; readonly signal: AbortSignal },
): Promise<unknown> {
  const temporaryFolder = createTemporaryFolder();
  // A process group of its own: a terminal sends Ctrl-C to this program only, which then ends the group once.
  const child = spawn(process.execPath, [program, name, '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, TMPDIR: temporaryFolder },
  });
  const sendToGroup = (signalName: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-(child.pid ?? 0), signalName);
    } catch {
      // The group has ended.
      return false;
    }
  };
  let killTimer: NodeJS.Timeout | undefined;
  const end = () => {
    sendToGroup('SIGINT');
    killTimer ??= setTimeout(() => sendToGroup('SIGKILL'), endTimeoutMs);
  };
  const runTimer = setTimeout(end, maxRunMs);
  signal.addEventListener('abort', end);
  const killAtExit = () => sendToGroup('SIGKILL');
  process.once('exit', killAtExit);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  try {
    const [code, signalName] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (signal.aborted) throw new FiguresError('interrupted');
    if (code !== 0) throw new FiguresError(`${name} ended with ${code ?? signalName}`);
    return resultOf(output);
  } finally {
    clearTimeout(runTimer);
    clearTimeout(killTimer);
    signal.removeEventListener('abort', end);
    await waitForGroup(sendToGroup);
    await deleteTemporaryFolder(temporaryFolder);
    process.off('exit', killAtExit);
  }
}

/** Waits for the other processes of a group, such as a service that stops its database, and kills those that do not end. */
async function waitForGroup(send: (signalName: NodeJS.Signals | 0) => boolean): Promise<void> {
  const deadlineMs = performance.now() + endTimeoutMs;
  while (send(0)) {
    if (performance.now() > deadlineMs) send('SIGKILL');
    await pause(pollIntervalMs);
  }
}
