import type { Answer, CallId } from '@sealflow/contract';
import { type Arguments, readArguments } from './arguments.util.ts';
import type { Command, CommandOutput } from './command.types.ts';
import type { CallInput, OperatorService } from './operator-service.client.ts';
import { displayWidth } from './table-text.util.ts';
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
  readonly buildRequest: (
    args: Arguments,
    call: OperatorService['call'],
  ) => CallInput<N> | Promise<CallInput<N>>;
  readonly render: (answer: Answer<N>, args: Arguments) => CommandOutput;
}

export function createCallCommand<N extends CallId>(command: CallCommand<N>): Command {
  const {
    name,
    aliases = [],
    summary,
    argument,
    options,
    details = [],
    call: callName,
    buildRequest,
    render,
  } = command;
  return {
    name,
    aliases,
    summary,
    usage: usageOf(command),
    details: [...optionLines(options), ...(details.length === 0 ? [] : ['', ...details])],
    options: Object.fromEntries(
      Object.entries(options).map(([option, { value }]) => [option, { type: value ? 'string' : 'boolean' }]),
    ),
    run: async (invocation) => {
      const maxPositionals = argument === undefined ? 0 : 1;
      const extra = invocation.positionals[maxPositionals];
      if (extra !== undefined) throw new UsageError(`unexpected argument ${extra}`);
      if (invocation.positionals.length < maxPositionals) throw new UsageError(`${argument} is missing`);
      const args = readArguments(invocation);
      for (const [option, { required }] of Object.entries(options)) if (required) args.requireText(option);
      const { call } = await invocation.service();
      return render(await call(callName, await buildRequest(args, call)), args);
    },
  };
}

function usageOf({ name, argument, options }: CallCommand<CallId>): string {
  const optionTexts = Object.entries(options).map(([option, { value, required }]) => {
    const text = `--${option}${value ? ` ${value}` : ''}`;
    return required ? text : `[${text}]`;
  });
  return [name, ...(argument === undefined ? [] : [argument]), ...optionTexts, '[--json]'].join(' ');
}

function optionLines(options: CallCommand<CallId>['options']): string[] {
  const rows = Object.entries(options).map(
    ([option, { value, about }]) => [`--${option}${value ? ` ${value}` : ''}`, about] as const,
  );
  const width = Math.max(0, ...rows.map(([text]) => displayWidth(text)));
  return rows.map(([text, about]) => `  ${text.padEnd(width)}  ${about}`);
}
