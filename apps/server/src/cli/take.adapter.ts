import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Given } from './command.port.ts';
import { UsageError } from './usage.errors.ts';

/**
 * Typed access to the options and the positional argument of an invocation.
 * @throws UsageError from each reader if the value is invalid.
 */
export interface Take {
  /** The positional argument. */
  readonly argument: () => string;
  readonly need: (option: string) => string;
  readonly text: (option: string) => string | undefined;
  /** As `text`; null for `none`. */
  readonly orNone: (option: string) => string | null | undefined;
  readonly flag: (option: string) => boolean;
  readonly yesNo: (option: string) => boolean | undefined;
  readonly whole: (option: string) => number | undefined;
  /** Comma-separated; empty for `none`. */
  readonly list: (option: string) => string[] | undefined;
  /** `2027-01-31`, `2027-01-31T18:00` or with a time zone. In milliseconds since 1970. */
  readonly moment: (option: string) => number | undefined;
  /** `90s`, `30m`, `48h`, `7d`; null for `none`. In milliseconds. */
  readonly duration: (option: string) => number | null | undefined;
  /** Content of the file that the option names; of the standard input for `-`. */
  readonly file: (option: string) => Promise<string | undefined>;
  /** The image file that the option names, as a data URL. An http URL is returned unchanged; null for `none`. */
  readonly picture: (option: string) => Promise<string | null | undefined>;
  /** `skip` and `limit` of list commands. */
  readonly page: () => { skip: number | undefined; limit: number | undefined };
}

const pictures: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export function takeFrom(given: Given): Take {
  const { positionals, values, folder } = given;
  const text = (option: string): string | undefined => {
    const value = values[option];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const wrong = (option: string, wanted: string) => new UsageError(`--${option} must be ${wanted}`);
  const whole = (option: string): number | undefined => {
    const value = text(option);
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value)) throw wrong(option, 'a whole number');
    return Number(value);
  };
  return {
    argument: () => positionals[0] ?? '',
    text,
    whole,
    need: (option) => {
      const value = text(option);
      if (value === undefined) throw new UsageError(`--${option} is missing`);
      return value;
    },
    orNone: (option) => {
      const value = text(option);
      return value === 'none' ? null : value;
    },
    flag: (option) => values[option] === true,
    yesNo: (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      if (value !== 'yes' && value !== 'no') throw wrong(option, 'yes or no');
      return value === 'yes';
    },
    list: (option) => {
      const value = text(option);
      return value === undefined ? undefined : value === 'none' ? [] : partsOf(value, ',');
    },
    moment: (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      const time = Date.parse(value);
      if (Number.isNaN(time)) throw wrong(option, 'a time such as 2027-01-31T18:00');
      return time;
    },
    duration: (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      if (value === 'none') return null;
      const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(value) ?? [];
      if (amount === undefined) throw wrong(option, 'a duration such as 90s, 30m, 48h or 7d, or none');
      return Number(amount) * units[unit as keyof typeof units];
    },
    file: async (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      if (value === '-') return given.input();
      return readFile(path.resolve(folder, value), 'utf8');
    },
    picture: async (option) => {
      const value = text(option);
      if (value === undefined) return undefined;
      if (value === 'none') return null;
      if (/^https?:/.test(value)) return value;
      const mimeType = pictures[path.extname(value).toLowerCase()];
      if (mimeType === undefined) throw wrong(option, 'a PNG, JPEG or WebP file, a URL, or none');
      return `data:${mimeType};base64,${await readFile(path.resolve(folder, value), 'base64')}`;
    },
    page: () => ({ skip: whole('skip'), limit: whole('limit') }),
  };
}

/** Splits, trims and drops empty parts. */
export function partsOf(text: string, sign: string): string[] {
  return text
    .split(sign)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
