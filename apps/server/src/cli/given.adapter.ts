import type { Given } from './command.port.ts';
import { UsageError } from './usage.errors.ts';

/** @throws UsageError where it is missing. */
export function required(given: Given, option: string): string {
  const value = given.values[option];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`--${option} is missing`);
}

export function optional(given: Given, option: string): string | undefined {
  const value = given.values[option];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws UsageError unless exactly this one was given. */
export function onlyPositional({ positionals }: Given, name: string): string {
  const [value, ...more] = positionals;
  if (value !== undefined && more.length === 0) return value;
  throw new UsageError(value === undefined ? `${name} is missing` : `one ${name} at a time`);
}
