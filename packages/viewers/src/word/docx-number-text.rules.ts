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

/** Characters by their codes: numbers are no texts of the app. */
const characters = (...codes: readonly number[]): string => String.fromCodePoint(...codes);

const chineseDigits = characters(
  0x30_07,
  0x4e_00,
  0x4e_8c,
  0x4e_09,
  0x56_db,
  0x4e_94,
  0x51_6d,
  0x4e_03,
  0x51_6b,
  0x4e_5d,
);
const chineseTen = characters(0x53_41);
const chineseUnits = ['', ...Array.from(characters(0x53_41, 0x76_7e, 0x53_43))];
const chineseLegalDigits = characters(
  0x96_f6,
  0x58_f9,
  0x8d_30,
  0x53_c1,
  0x80_86,
  0x4f_0d,
  0x96_46,
  0x67_d2,
  0x63_4c,
  0x73_96,
);
const chineseLegalUnits = ['', ...Array.from(characters(0x62_fe, 0x4f_70, 0x4e_df))];

function chineseOf(number: number, digits: string, units: readonly string[]): string {
  if (number >= 10_000) return String(number);
  const zero = digits[0] ?? '';
  const text = Array.from(String(number))
    .map((digit, index, all) =>
      digit === '0' ? zero : `${digits[Number(digit)]}${units[all.length - 1 - index]}`,
    )
    .join('');
  const compact = text.replaceAll(new RegExp(`${zero}+`, 'g'), zero).replace(new RegExp(`(.)${zero}$`), '$1');
  return digits === chineseDigits
    ? compact.replace(`${chineseDigits[1]}${chineseTen}`, (match, at: number) =>
        at === 0 ? chineseTen : match,
      )
    : compact;
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
  if (/legal/i.test(format)) return chineseOf(number, chineseLegalDigits, chineseLegalUnits);
  if (/^(chinese|japanese|taiwanese|korean).*(counting|thousand)/i.test(format))
    return chineseOf(number, chineseDigits, chineseUnits);
  return String(number);
}
