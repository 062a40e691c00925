import type { OperatorService } from './operator-service.client.ts';

export type Options = Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>>;

/** One invocation of a command: its arguments as parsed by `parseArgs` of Node.js, and access to its environment. */
export interface Invocation {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths: the folder of the caller, not the one where npm runs. */
  readonly folder: string;
  /** Connects at the first use. The connection closes after the command. */
  readonly service: () => Promise<OperatorService>;
  /** Reads all of the standard input, from which secrets are passed instead of arguments. */
  readonly input: () => Promise<string>;
}

/** Output of a command: one JSON object with `--json`, otherwise lines of text. */
export interface CommandOutput {
  readonly json: object;
  readonly lines: readonly string[];
  /** The command worked, but its result is negative, such as a broken hash chain of audit records: exit code 1. */
  readonly isFailure?: true;
}

export interface Command {
  /** One or more words, such as `keys rotate`. */
  readonly name: string;
  /** Alternative names. */
  readonly aliases?: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly options: Options;
  readonly details: readonly string[];
  run(invocation: Invocation): Promise<CommandOutput>;
}
