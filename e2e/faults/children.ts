import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { atExit } from './at-exit.ts';

export interface Child {
  readonly pid: number;
  readonly process: ChildProcess;
  readonly isRunning: () => boolean;
  /** Resolves once it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface ChildOptions {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where all that it says is added. */
  readonly log: string;
  /** What its standard output says once it is ready. */
  readonly ready: RegExp;
}

const running = new Set<ChildProcess>();
atExit(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program of Node and waits until it says that it is ready. @returns it, and what it said. */
export async function startChild({
  args,
  env,
  log,
  ready,
}: ChildOptions): Promise<{ child: Child; said: RegExpExecArray }> {
  // A file of its own and not a pipe of ours, as services write their logs: the disk below it may be full.
  const lines = openSync(log, 'a', 0o600);
  const child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'pipe', lines, 'ipc'] });
  closeSync(lines);
  running.add(child);
  const gone = once(child, 'exit').then(() => running.delete(child));
  let text = '';
  const said = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = ready.exec(text);
      if (found) resolve(found);
    });
    child.once('exit', (code, signal) => {
      reject(new Error(`a program ended before it was ready (${code ?? signal}), see ${log}`));
    });
  });
  return {
    said,
    child: {
      pid: child.pid ?? 0,
      process: child,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      end: async (signal) => {
        if (child.exitCode === null && child.signalCode === null) {
          // One that was stopped hears nothing but the end.
          if (signal !== 'SIGKILL') child.kill('SIGCONT');
          child.kill(signal);
        }
        await gone;
      },
    },
  };
}
