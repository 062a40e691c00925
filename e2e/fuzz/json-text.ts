import type { Dice } from './dice.ts';

type Change = (text: string, dice: Dice) => string;

const somewhere = (text: string, dice: Dice, pattern: RegExp): number => {
  const found = [...text.matchAll(pattern)].map(({ index }) => index);
  return found.length === 0 ? 0 : dice.pick(found);
};

const inserted = (text: string, at: number, more: string): string =>
  text.slice(0, at) + more + text.slice(at);

/** What only the text of JSON can say: the parsed value has lost it. */
const CHANGES: Readonly<Record<string, Change>> = {
  'name twice, the other first': (text, dice) => {
    const pairs = [...text.matchAll(/"(\w+)":(?:"[^"]*"|-?\d+|true|false|null)/g)];
    if (pairs.length === 0) return text;
    const pair = dice.pick(pairs);
    return inserted(
      text,
      pair.index,
      `"${pair[1]}":${dice.pick(['null', '0', '""', '"HS256"', '"x"', '{}', '[]'])},`,
    );
  },
  'name twice, the other last': (text, dice) => {
    const pairs = [...text.matchAll(/"(\w+)":(?:"[^"]*"|-?\d+|true|false|null)/g)];
    if (pairs.length === 0) return text;
    const pair = dice.pick(pairs);
    return inserted(
      text,
      pair.index + pair[0].length,
      `,"${pair[1]}":${dice.pick(['null', '0', '""', '"GMAC"', 'true', '{}', '[]'])}`,
    );
  },
  'byte order mark': (text) => `\uFEFF${text}`,
  'white space': (text, dice) =>
    inserted(
      text,
      somewhere(text, dice, /[,:[{]/g) + 1,
      dice.pick([' ', '\n', '\t', '\u00a0', '\u2028', '\v']),
    ),
  'number beyond measure': (text, dice) => {
    const numbers = [...text.matchAll(/(?<=:)\d+/g)];
    if (numbers.length === 0) return text;
    const { index, 0: digits } = dice.pick(numbers);
    const other = dice.pick([
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
  'escaped letter': (text, dice) => {
    const at = somewhere(text, dice, /(?<=")[A-Za-z0-9]/g);
    return `${text.slice(0, at)}\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}${text.slice(at + 1)}`;
  },
  'half a pair': (text, dice) => inserted(text, somewhere(text, dice, /(?<=")[A-Za-z0-9]/g), '\\ud800'),
  'control character': (text, dice) =>
    inserted(
      text,
      somewhere(text, dice, /(?<=")[A-Za-z0-9]/g),
      dice.pick(['\u0000', '\n', '\u001f', '\\u0000']),
    ),
  'something behind': (text, dice) => text + dice.pick([' ', '\u0000', 'x', '{}', ',', '//', text]),
  'deep value': (text, dice) => {
    const depth = dice.pick([100, 5000, 60_000]);
    const [open, close] = dice.pick<readonly [string, string]>([
      ['[', ']'],
      ['{"a":', '}'],
    ]);
    const value = `${open.repeat(depth)}1${dice.oneIn(5) ? '' : close.repeat(depth)}`;
    const pairs = [...text.matchAll(/(?<="\w+":)("[^"]*"|-?\d+|true|false|null)/g)];
    if (pairs.length === 0) return value;
    const pair = dice.pick(pairs);
    return text.slice(0, pair.index) + value + text.slice(pair.index + pair[0].length);
  },
  'a comment': (text, dice) => inserted(text, somewhere(text, dice, /[,:[{]/g) + 1, '/* */'),
  'trailing comma': (text, dice) => inserted(text, somewhere(text, dice, /[\]}]/g), ','),
  'single quotes': (text) => text.replaceAll('"', "'"),
  cut: (text, dice) => text.slice(0, dice.below(text.length + 1)),
};

export const TEXT_CHANGES: readonly string[] = Object.keys(CHANGES);

/** The text of some JSON with one thing changed that a parser meets before anybody sees a value. */
export const changedText = (text: string, dice: Dice, way: string = dice.pick(TEXT_CHANGES)): string =>
  CHANGES[way]?.(text, dice) ?? text;
