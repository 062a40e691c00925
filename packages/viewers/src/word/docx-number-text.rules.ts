import { alphabetNumber } from './docx-number-alphabets.rules.ts';
import { eastAsianNumber } from './docx-number-east-asian.rules.ts';
import { numberWords } from './docx-number-words.rules.ts';

const romanDigits: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function romanOf(number: number): string {
  let rest = number;
  let text = '';
  for (const [value, letters] of romanDigits) for (; rest >= value; rest -= value) text += letters;
  return text;
}

const ordinalOf = (number: number): string => {
  const tens = number % 100;
  const suffix = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
};

/** Signs of Unicode from a first one, such as numbers in circles. */
const signsFrom =
  (firstCode: number, count: number) =>
  (number: number): string =>
    number <= count ? String.fromCodePoint(firstCode + number - 1) : String(number);

const circled = signsFrom(0x24_60, 20);

const formats: Readonly<Record<string, (number: number) => string>> = {
  lowerRoman: romanOf,
  upperRoman: (number) => romanOf(number).toUpperCase(),
  decimalZero: (number) => String(number).padStart(2, '0'),
  hex: (number) => number.toString(16).toUpperCase(),
  numberInDash: (number) => `- ${number} -`,
  ordinal: ordinalOf,
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  decimalEnclosedFullstop: signsFrom(0x24_88, 20),
  decimalEnclosedParen: signsFrom(0x24_74, 20),
  ideographEnclosedCircle: signsFrom(0x32_20, 10),
};

const paddedName = 'decimalPadded';
const maxPaddedLength = 9;

/**
 * The name by which `numberText` knows a format that is described by its first numbers (`w:numFmt` with the value
 * `custom`), such as "001, 002, 003, ..."; null for others.
 */
export function customFormatName(description: string): string | null {
  const [first = ''] = description.split(',');
  return /^0+1$/.test(first) && first.length <= maxPaddedLength ? `${paddedName}${first.length}` : null;
}

/** A number in a format of Word (ECMA-376 part 1, 17.18.59); decimal for formats that are not known. */
export function numberText(number: number, format = 'decimal'): string {
  if (format === 'none') return '';
  if (format.startsWith(paddedName)) {
    const length = Math.min(Number(format.slice(paddedName.length)) || 0, maxPaddedLength);
    return String(number).padStart(length, '0');
  }
  if (number < 1 || number > 30_000) return String(number);
  const known = formats[format];
  if (known) return known(number);
  return (
    alphabetNumber(number, format) ??
    eastAsianNumber(number, format) ??
    numberWords(number, format) ??
    String(number)
  );
}
