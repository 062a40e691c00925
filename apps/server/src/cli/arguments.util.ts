import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Invocation } from './command.types.ts';
import { UsageError } from './usage.errors.ts';

/**
 * Typed access to the options and the positional argument of an invocation.
 * @throws UsageError from each reader if the value is invalid.
 */
export interface Arguments {
  /** The positional argument. */
  readonly argument: () => string;
  readonly requireText: (option: string) => string;
  readonly text: (option: string) => string | undefined;
  /** As `text`; null for `none`. */
  readonly textOrNull: (option: string) => string | null | undefined;
  readonly flag: (option: string) => boolean;
  readonly yesNo: (option: string) => boolean | undefined;
  readonly integer: (option: string) => number | undefined;
  /** Comma-separated; empty for `none`. */
  readonly list: (option: string) => string[] | undefined;
  /** `2027-01-31`, `2027-01-31T18:00` or with a time zone. In milliseconds since 1970. */
  readonly timestamp: (option: string) => number | undefined;
  /** `90s`, `30m`, `48h`, `7d`; null for `none`. In milliseconds. */
  readonly duration: (option: string) => number | null | undefined;
  /** Content of the file that the option names; of the standard input for `-`. */
  readonly file: (option: string) => Promise<string | undefined>;
  /** The image file that the option names, as a data URL. An http URL is returned unchanged; null for `none`. */
  readonly image: (option: string) => Promise<string | null | undefined>;
  /** `skip` and `limit` of list commands. */
  readonly page: () => { skip: number | undefined; limit: number | undefined };
}

const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export function readArguments(invocation: Invocation): Arguments {
  const { positionals, values, folder } = invocation;
  const text = (option: string): string | undefined => {
    const value = values[option];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const invalidOption = (option: string, expected: string) =>
    new UsageError(`--${option} must be ${expected}`);
  const integer = (option: string): number | undefined => {
    const value = text(option);
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value)) throw invalidOption(option, 'a whole number');
    return Number(value);
  };
  return {
    argument: () => positionals[0] ?? '',
    text,
    integer,
    requireText: (option) => {
      const value = text(option);
      if (value === undefined) throw new UsageError(`--${option} is missing`);
      return value;
    },
    textOrNull: (option) => {
      const value = text(option);
      return value === 'none' ? null : value;
    },
    flag: (option) => values[option] === true,
    yesNo: (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      if (value !== 'yes' && value !== 'no') throw invalidOption(option, 'yes or no');
      return value === 'yes';
    },
    list: (option) => {
      const value = text(option);
      return value === undefined ? undefined : value === 'none' ? [] : splitList(value, ',');
    },
    timestamp: (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      const time = Date.parse(value);
      if (Number.isNaN(time)) throw invalidOption(option, 'a time such as 2027-01-31T18:00');
      return time;
    },
    duration: (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      if (value === 'none') return null;
      const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(value) ?? [];
      if (amount === undefined)
        throw invalidOption(option, 'a duration such as 90s, 30m, 48h or 7d, or none');
      return Number(amount) * unitMs[unit as keyof typeof unitMs];
    },
    file: async (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      if (value === '-') return invocation.input();
      return readFile(path.resolve(folder, value), 'utf8');
    },
    image: async (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      if (value === 'none') return null;
      if (/^https?:/.test(value)) return value;
      const mimeType = imageTypes[path.extname(value).toLowerCase()];
      if (mimeType === undefined) throw invalidOption(option, 'a PNG, JPEG or WebP file, a URL, or none');
      return `data:${mimeType};base64,${await readFile(path.resolve(folder, value), 'base64')}`;
    },
    page: () => ({ skip: integer('skip'), limit: integer('limit') }),
  };
}

/** Splits, trims and drops empty parts. */
export function splitList(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
