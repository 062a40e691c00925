import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { atExit } from './at-exit.ts';

export interface Child {
  readonly pid: number;
  readonly process: ChildProcess;
  readonly isRunning: () => boolean;
  /** Resolves after the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface ChildOptions {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The file to which standard error is appended. */
  readonly log: string;
  /** Matches the standard output of a process that is ready. */
  readonly readyPattern: RegExp;
}

const running = new Set<ChildProcess>();
atExit(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a Node program and waits until it is ready. @returns the process and the match of its output. */
export async function startChild({
  args,
  env,
  log,
  readyPattern,
}: ChildOptions): Promise<{ child: Child; readyMatch: RegExpExecArray }> {
  // Standard error goes to a file, as services write their logs, because the disk of the file may be full.
  const logFile = openSync(log, 'a', 0o600);
  const child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'pipe', logFile, 'ipc'] });
  closeSync(logFile);
  running.add(child);
  const exited = once(child, 'exit').then(() => running.delete(child));
  let output = '';
  const readyMatch = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const found = readyPattern.exec(output);
      if (found) resolve(found);
    });
    child.once('exit', (code, signal) => {
      reject(new Error(`a process ended before it was ready (${code ?? signal}), see ${log}`));
    });
  });
  return {
    readyMatch,
    child: {
      pid: child.pid ?? 0,
      process: child,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      end: async (signal) => {
        if (child.exitCode === null && child.signalCode === null) {
          // A stopped process receives only SIGKILL and SIGCONT.
          if (signal !== 'SIGKILL') child.kill('SIGCONT');
          child.kill(signal);
        }
        await exited;
      },
    },
  };
}
