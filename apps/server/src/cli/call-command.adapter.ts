import type { Answer, CallId } from '@sealflow/contract';
import type { Command, Said } from './command.port.ts';
import type { CallParts, OperatorService } from './service-call.adapter.ts';
import { type Cell, sheetOf, tableOf, widthOf } from './table.adapter.ts';
import { type Take, takeFrom } from './take.adapter.ts';
import { UsageError } from './usage.errors.ts';

export interface OptionHelp {
  /** Placeholder of the option's value; an option without one is a switch. */
  readonly value?: string;
  readonly about: string;
  readonly required?: true;
}

/** A command that makes one API call and prints the answer. */
export interface CallCommand<N extends CallId> {
  readonly name: string;
  /** Alternative names. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Placeholder of the positional argument, such as `NAME`. */
  readonly argument?: string;
  readonly options: Readonly<Record<string, OptionHelp>>;
  readonly details?: readonly string[];
  readonly call: N;
  readonly ask: (take: Take, call: OperatorService['call']) => CallParts<N> | Promise<CallParts<N>>;
  readonly say: (answer: Answer<N>, take: Take) => Said;
}

export function callCommand<N extends CallId>(command: CallCommand<N>): Command {
  const { name, aliases = [], summary, argument, options, details = [], call: asked, ask, say } = command;
  return {
    name,
    aliases,
    summary,
    usage: usageOf(command),
    details: [...optionLines(options), ...(details.length === 0 ? [] : ['', ...details])],
    options: Object.fromEntries(
      Object.entries(options).map(([option, { value }]) => [option, { type: value ? 'string' : 'boolean' }]),
    ),
    run: async (given) => {
      const most = argument === undefined ? 0 : 1;
      const extra = given.positionals[most];
      if (extra !== undefined) throw new UsageError(`unexpected argument ${extra}`);
      if (given.positionals.length < most) throw new UsageError(`${argument} is missing`);
      const take = takeFrom(given);
      for (const [option, { required }] of Object.entries(options)) if (required) take.need(option);
      const { call } = await given.service();
      return say(await call(asked, await ask(take, call)), take);
    },
  };
}

function usageOf({ name, argument, options }: CallCommand<CallId>): string {
  const shown = Object.entries(options).map(([option, { value, required }]) => {
    const text = `--${option}${value ? ` ${value}` : ''}`;
    return required ? text : `[${text}]`;
  });
  return [name, ...(argument === undefined ? [] : [argument]), ...shown, '[--json]'].join(' ');
}

function optionLines(options: CallCommand<CallId>['options']): string[] {
  const named = Object.entries(options).map(
    ([option, { value, about }]) => [`--${option}${value ? ` ${value}` : ''}`, about] as const,
  );
  const width = Math.max(0, ...named.map(([text]) => widthOf(text)));
  return named.map(([text, about]) => `  ${text.padEnd(width)}  ${about}`);
}

/** Options that several commands share. */
export const tenantOption = { tenant: { value: 'ID', about: 'the tenant', required: true } } as const;
export const pageOptions = {
  skip: { value: 'N', about: 'skips the first N' },
  limit: { value: 'N', about: 'at most N; default 10, maximum 100' },
} as const;

/** Renders a list answer as a table with the number of all entries. */
export function sayList<One>(
  row: (one: One) => Readonly<Record<string, Cell>>,
): (answer: { total: number; data: One[] }) => Said {
  return (answer) => ({
    json: answer,
    lines: [...tableOf(answer.data.map(row)), `${answer.data.length} of ${answer.total}`],
  });
}

/** Renders a single object, one property per line. */
export function sayOne<One extends object>(
  sheet: (one: One) => Readonly<Record<string, Cell>>,
): (answer: { data: One }) => Said {
  return ({ data }) => ({ json: data, lines: sheetOf(sheet(data)) });
}

/** Renders the success of a call that answers without content. */
export function sayDone(json: Readonly<Record<string, Cell>>, line: string): Said {
  return { json, lines: [line] };
}
