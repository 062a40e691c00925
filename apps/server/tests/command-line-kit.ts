import { join } from 'node:path';
import { expect } from 'vitest';
import { runCommandLine } from '../src/cli/command-line.usecases.ts';
import { logCapture } from '../testing/log.ts';

export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/** Settings of a service with an empty embedded database. */
export const emptyServiceSettings = (folder: string) => ({
  DATA_DIR: join(folder, 'data'),
  MASTER_KEY_FILE: join(folder, 'master.key'),
  PORT: '0',
  LOG_LEVEL: 'error',
  SEED_DEMO: 'false',
});

/** Runs command lines against one data folder. */
export function commandLineAt(folder: string, env: Readonly<Record<string, string>>) {
  return async (words: string | readonly string[], input = ''): Promise<CommandResult> => {
    const result: CommandResult = { code: 0, out: '', err: '' };
    result.code = await runCommandLine(typeof words === 'string' ? wordsOf(words) : words, {
      env,
      folder,
      out: (text) => void (result.out += text),
      err: (text) => {
        result.err += text;
        logCapture()?.line(text);
      },
      input: async () => input,
    });
    return result;
  };
}

/** Splits a command line at spaces outside quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Parses the JSON object on the last line of the output. */
export function jsonOf({ out }: CommandResult): Record<string, unknown> {
  return JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
}

/** Command lines of which the test knows whether they succeed. */
export function checkedCommandLine(sealflow: ReturnType<typeof commandLineAt>) {
  return {
    /** Runs a command that must succeed. @returns its JSON output. */
    done: async (line: string, input?: string): Promise<Record<string, unknown>> => {
      const result = await sealflow(`${line} --json`, input);
      expect([line, result.err, result.code]).toEqual([line, '', 0]);
      return jsonOf(result);
    },
    /** Runs a command that must fail. @returns its error output. */
    refused: async (line: string, code = 1): Promise<string> => {
      const result = await sealflow(line);
      expect([line, result.out, result.code]).toEqual([line, '', code]);
      return result.err;
    },
  };
}
