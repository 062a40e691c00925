import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export interface CommandRequest {
  readonly id: number;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface CommandResult {
  readonly id: number;
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

const repository = join(import.meta.dirname, '../../..');

let runner: ChildProcess | undefined;
let lastId = 0;
let runningCommands = 0;

function startRunner(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'command-runner.ts'), {
    execPath: join(repository, 'node_modules/.bin/node'),
    execArgv: [],
    // The reports of failed commands and the cause of a crash stay visible.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.once('exit', () => {
    runner = undefined;
  });
  return started;
}

/**
 * Runs a command line of the operator in a process that all commands of a test worker share, because loading the service takes longer
 * than most commands. The tests of the command line and the operations drill start a process for each command.
 * @returns the standard output. @throws if the command fails.
 */
export async function runCommand(words: readonly string[], env: CommandRequest['env']): Promise<string> {
  const child = (runner ??= startRunner());
  lastId += 1;
  const request: CommandRequest = { id: lastId, words, env };
  keepAlive(child, 1);
  try {
    child.send(request);
    const { exitCode, out, err } = await receiveResult(child, request.id);
    if (exitCode !== 0)
      throw new Error(`${words.slice(0, 2).join(' ')} failed with exit code ${exitCode}: ${err}`);
    return out;
  } finally {
    keepAlive(child, -1);
  }
}

/** This process waits for running commands, but not for an idle runner, which ends with it. */
function keepAlive(child: ChildProcess, change: 1 | -1): void {
  runningCommands += change;
  for (const handle of [child, child.channel]) {
    if (runningCommands > 0) handle?.ref();
    else handle?.unref();
  }
}

function receiveResult(child: ChildProcess, id: number): Promise<CommandResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const onMessage = (result: CommandResult) => {
    if (result.id === id) resolve(result);
  };
  const onExit = (exitCode: number | null, signal: string | null) =>
    reject(new Error(`the process of the commands ended with ${exitCode ?? signal}`));
  child.on('message', onMessage).once('exit', onExit);
  return promise.finally(() => child.off('message', onMessage).off('exit', onExit));
}
