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

/** a to z, then aa, bb and so on, as office programs count. */
const lettersOf = (number: number): string =>
  String.fromCodePoint(97 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1);

const chineseDigits = '〇一二三四五六七八九';
const chineseLegalDigits = '零壹贰叁肆伍陆柒捌玖';

function chineseOf(number: number, digits: string, units: readonly string[]): string {
  if (number >= 10_000) return String(number);
  const zero = digits[0] ?? '';
  const text = Array.from(String(number))
    .map((digit, index, all) =>
      digit === '0' ? zero : `${digits[Number(digit)]}${units[all.length - 1 - index]}`,
    )
    .join('');
  const compact = text.replaceAll(new RegExp(`${zero}+`, 'g'), zero).replace(new RegExp(`(.)${zero}$`), '$1');
  return digits === chineseDigits ? compact.replace(/^一十/, '十') : compact;
}

const ordinalOf = (number: number): string => {
  const tens = number % 100;
  const suffix = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
};

const circled = (number: number): string =>
  number <= 20 ? String.fromCodePoint(0x24_5f + number) : String(number);

const fullWidth = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff_10 + Number(digit)));

const formats: Readonly<Record<string, (number: number) => string>> = {
  lowerLetter: lettersOf,
  upperLetter: (number) => lettersOf(number).toUpperCase(),
  lowerRoman: romanOf,
  upperRoman: (number) => romanOf(number).toUpperCase(),
  decimalZero: (number) => String(number).padStart(2, '0'),
  ordinal: ordinalOf,
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  decimalFullWidth: fullWidth,
  ideographDigital: (number) => Array.from(String(number), (digit) => chineseDigits[Number(digit)]).join(''),
  none: () => '',
};

/** A number in a format of Word (ECMA-376 part 1, 17.18.59); decimal for formats that are not known. */
export function numberText(number: number, format = 'decimal'): string {
  if (number < 1 || number > 30_000) return format === 'none' ? '' : String(number);
  const known = formats[format];
  if (known) return known(number);
  if (/legal/i.test(format)) return chineseOf(number, chineseLegalDigits, ['', '拾', '佰', '仟']);
  if (/^(chinese|japanese|taiwanese|korean).*(counting|thousand)/i.test(format))
    return chineseOf(number, chineseDigits, ['', '十', '百', '千']);
  return String(number);
}
