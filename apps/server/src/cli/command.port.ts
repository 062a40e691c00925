import type { OperatorService } from './service-call.adapter.ts';

export type Options = Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>>;

/** What a command was given, after `parseArgs`. */
export interface Given {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths begin: where the person is, not where npm runs. */
  readonly folder: string;
  /** Reached at the first use, closed after the command. */
  readonly service: () => Promise<OperatorService>;
  /** All of the standard input: the way in for secrets, which are no arguments. */
  readonly input: () => Promise<string>;
}

/** What a command says: one JSON object with `--json`, lines for people without. */
export interface Said {
  readonly json: object;
  readonly lines: readonly string[];
  /** What was asked could be done, and its answer is a bad one: exit code 1. */
  readonly failed?: true;
}

export interface Command {
  /** Words that name it, such as `keys rotate`. */
  readonly name: string;
  /** Other words for the same. */
  readonly aliases?: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly options: Options;
  readonly details: readonly string[];
  run(given: Given): Promise<Said>;
}
