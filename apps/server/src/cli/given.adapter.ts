import type { Given } from './command.port.ts';
import { UsageError } from './usage.errors.ts';

/** @throws UsageError if the option is missing. */
export function required(given: Given, option: string): string {
  const value = given.values[option];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`--${option} is missing`);
}

export function optional(given: Given, option: string): string | undefined {
  const value = given.values[option];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the only positional argument. @throws UsageError if there is none, or more than one. */
export function onlyPositional({ positionals }: Given, name: string): string {
  const [value, ...more] = positionals;
  if (value !== undefined && more.length === 0) return value;
  throw new UsageError(value === undefined ? `${name} is missing` : `expected exactly one ${name}`);
}
