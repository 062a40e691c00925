import { cacheCompiledCode } from '../src/infra/compile-cache.util.ts';
import type { CommandRequest, CommandResult } from './command-process.ts';

// Runs the command lines of `command-process.ts` one after the other, as the program `cli/main.ts` runs a single one.
cacheCompiledCode();
const { runCommandLine } = await import('../src/cli/command-line.usecases.ts');

async function run({ id, words, env }: CommandRequest): Promise<CommandResult> {
  const texts = { out: '', err: '' };
  const exitCode = await runCommandLine(words, {
    env,
    folder: process.cwd(),
    out: (text) => {
      texts.out += text;
    },
    err: (text) => {
      texts.err += text;
      // The log scan of `npm test` reads the standard error of all programs.
      process.stderr.write(text);
    },
  });
  return { id, exitCode, ...texts };
}

let previous: Promise<void> = Promise.resolve();

async function runAfter(running: Promise<void>, request: CommandRequest): Promise<void> {
  await running;
  process.send?.(await run(request));
}

process.on('message', (request: CommandRequest) => {
  previous = runAfter(previous, request);
});
process.on('disconnect', () => process.exit());
