import type { Invocation } from './command.types.ts';
import { UsageError } from './usage.errors.ts';

/** @throws UsageError if the option is missing. */
export function requireOption(invocation: Invocation, option: string): string {
  const value = invocation.values[option];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`--${option} is missing`);
}

export function findOption(invocation: Invocation, option: string): string | undefined {
  const value = invocation.values[option];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the only positional argument. @throws UsageError if there is none, or more than one. */
export function requirePositional({ positionals }: Invocation, name: string): string {
  const [value, ...more] = positionals;
  if (value !== undefined && more.length === 0) return value;
  throw new UsageError(value === undefined ? `${name} is missing` : `expected exactly one ${name}`);
}
