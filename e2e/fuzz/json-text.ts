import type { Random } from './random.ts';

type Change = (text: string, random: Random) => string;

const randomMatch = (text: string, random: Random, pattern: RegExp): number => {
  const found = [...text.matchAll(pattern)].map(({ index }) => index);
  return found.length === 0 ? 0 : random.pick(found);
};

const insertAt = (text: string, at: number, more: string): string =>
  text.slice(0, at) + more + text.slice(at);

/** Changes that only the text of JSON can express. The parsed value does not contain them. */
const CHANGES: Readonly<Record<string, Change>> = {
  'duplicate name, original last': (text, random) => {
    const pairs = [...text.matchAll(/"(\w+)":(?:"[^"]*"|-?\d+|true|false|null)/g)];
    if (pairs.length === 0) return text;
    const pair = random.pick(pairs);
    return insertAt(
      text,
      pair.index,
      `"${pair[1]}":${random.pick(['null', '0', '""', '"HS256"', '"x"', '{}', '[]'])},`,
    );
  },
  'duplicate name, original first': (text, random) => {
    const pairs = [...text.matchAll(/"(\w+)":(?:"[^"]*"|-?\d+|true|false|null)/g)];
    if (pairs.length === 0) return text;
    const pair = random.pick(pairs);
    return insertAt(
      text,
      pair.index + pair[0].length,
      `,"${pair[1]}":${random.pick(['null', '0', '""', '"GMAC"', 'true', '{}', '[]'])}`,
    );
  },
  'byte order mark': (text) => `\uFEFF${text}`,
  'white space': (text, random) =>
    insertAt(
      text,
      randomMatch(text, random, /[,:[{]/g) + 1,
      random.pick([' ', '\n', '\t', '\u00a0', '\u2028', '\v']),
    ),
  'extreme or malformed number': (text, random) => {
    const numbers = [...text.matchAll(/(?<=:)\d+/g)];
    if (numbers.length === 0) return text;
    const { index, 0: digits } = random.pick(numbers);
    const other = random.pick([
      '1e999',
      '-1e999',
      '1e-999',
      '9'.repeat(400),
      '0x10',
      '01',
      '1.',
      '+1',
      'NaN',
      'Infinity',
      `${digits}.0`,
      `${digits}e0`,
      `-${digits}`,
    ]);
    return text.slice(0, index) + other + text.slice(index + digits.length);
  },
  'escaped letter': (text, random) => {
    const at = randomMatch(text, random, /(?<=")[A-Za-z0-9]/g);
    return `${text.slice(0, at)}\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}${text.slice(at + 1)}`;
  },
  'lone surrogate': (text, random) =>
    insertAt(text, randomMatch(text, random, /(?<=")[A-Za-z0-9]/g), '\\ud800'),
  'control character': (text, random) =>
    insertAt(
      text,
      randomMatch(text, random, /(?<=")[A-Za-z0-9]/g),
      random.pick(['\u0000', '\n', '\u001f', '\\u0000']),
    ),
  'trailing content': (text, random) => text + random.pick([' ', '\u0000', 'x', '{}', ',', '//', text]),
  'deep value': (text, random) => {
    const depth = random.pick([100, 5000, 60_000]);
    const [open, close] = random.pick<readonly [string, string]>([
      ['[', ']'],
      ['{"a":', '}'],
    ]);
    const value = `${open.repeat(depth)}1${random.oneIn(5) ? '' : close.repeat(depth)}`;
    const pairs = [...text.matchAll(/(?<="\w+":)("[^"]*"|-?\d+|true|false|null)/g)];
    if (pairs.length === 0) return value;
    const pair = random.pick(pairs);
    return text.slice(0, pair.index) + value + text.slice(pair.index + pair[0].length);
  },
  comment: (text, random) => insertAt(text, randomMatch(text, random, /[,:[{]/g) + 1, '/* */'),
  'trailing comma': (text, random) => insertAt(text, randomMatch(text, random, /[\]}]/g), ','),
  'single quotes': (text) => text.replaceAll('"', "'"),
  cut: (text, random) => text.slice(0, random.below(text.length + 1)),
};

export const TEXT_CHANGES: readonly string[] = Object.keys(CHANGES);

/** JSON text with one change for the parser. */
export const changedText = (text: string, random: Random, way: string = random.pick(TEXT_CHANGES)): string =>
  CHANGES[way]?.(text, random) ?? text;
