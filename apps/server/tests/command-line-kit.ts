import { runCommandLine } from '../src/cli/command-line.usecases.ts';
import { logCapture } from '../testing/log.ts';

export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

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
