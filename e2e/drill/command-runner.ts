import type { CommandResult, Deployment } from './deployment.ts';
import { check } from './step.ts';

/** Runs a command that must succeed. */
export function runner(deployment: Deployment) {
  return async (words: readonly string[], input?: string): Promise<CommandResult> => {
    const result = await deployment.sealflow('a', words, input === undefined ? {} : { input: `${input}\n` });
    check(result.code === 0, `${words.slice(0, 2).join(' ')} ends with 0, not ${result.code}: ${result.err}`);
    return result;
  };
}

/** @returns the output of a command with `--json`. */
export function jsonRunner(deployment: Deployment) {
  const run = runner(deployment);
  return async (words: readonly string[]): Promise<string> => (await run([...words, '--json'])).out;
}
