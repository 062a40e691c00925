/** The signs of a system that counts in tens, hundreds, thousands and ten thousands. */
type Counting = {
  /** The digits from zero. */
  readonly digits: string;
  /** The signs of ten, a hundred, a thousand and ten thousand. */
  readonly units: string;
  /** Whether a gap between digits is written as zero. */
  readonly hasZeros?: boolean;
  /** Whether the one before a unit is left out: always, or only before ten at the start. */
  readonly omitsOne?: 'always' | 'start';
};

/** Signs by their codes in hexadecimal: numbers are no texts of the app. */
const signs = (codes: string): string =>
  String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)));

const digitsAfterZero = signs('4e00 4e8c 4e09 56db 4e94 516d 4e03 516b 4e5d');
const zero = signs('96f6');
const roundZero = signs('3007');
const ring = '\u25cb';
const units = signs('5341 767e 5343 4e07');
const koreanDigits = '\uc601\uc77c\uc774\uc0bc\uc0ac\uc624\uc721\uce60\ud314\uad6c';

const chineseThousand: Counting = {
  digits: zero + digitsAfterZero,
  units,
  hasZeros: true,
  omitsOne: 'start',
};

const countings: Readonly<Record<string, Counting>> = {
  chineseCountingThousand: chineseThousand,
  taiwaneseCountingThousand: { ...chineseThousand, units: signs('5341 767e 5343 842c') },
  japaneseCounting: { digits: roundZero + digitsAfterZero, units, omitsOne: 'always' },
  koreanCounting: { digits: koreanDigits, units: '\uc2ed\ubc31\ucc9c\ub9cc', omitsOne: 'always' },
  chineseLegalSimplified: {
    digits: signs('96f6 58f9 8d30 53c1 8086 4f0d 9646 67d2 634c 7396'),
    units: signs('62fe 4f70 4edf 4e07'),
    hasZeros: true,
  },
  ideographLegalTraditional: {
    digits: signs('96f6 58f9 8cb3 53c3 8086 4f0d 9678 67d2 634c 7396'),
    units: signs('62fe 4f70 4edf 842c'),
    hasZeros: true,
  },
  japaneseLegal: {
    digits: signs('96f6 58f1 5f10 53c2 56db 4f0d 516d 4e03 516b 4e5d'),
    units: signs('62fe 767e 9621 842c'),
  },
};

/** Systems that write the digits of a number one by one. */
const digitSets: Readonly<Record<string, string>> = {
  decimalFullWidth: '\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19',
  decimalFullWidth2: '\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19',
  ideographDigital: roundZero + digitsAfterZero,
  japaneseDigitalTenThousand: roundZero + digitsAfterZero,
  taiwaneseDigital: ring + digitsAfterZero,
  koreanDigital: koreanDigits,
  koreanDigital2: zero + digitsAfterZero,
  thaiNumbers: '\u0e50\u0e51\u0e52\u0e53\u0e54\u0e55\u0e56\u0e57\u0e58\u0e59',
  hindiNumbers: '\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f',
};

/** Systems that count tens up to 99 and write the digits of larger numbers one by one. */
const shortCountings = new Set(['chineseCounting', 'taiwaneseCounting']);

const stems = signs('7532 4e59 4e19 4e01 620a 5df1 5e9a 8f9b 58ec 7678');
const branches = signs('5b50 4e11 5bc5 536f 8fb0 5df3 5348 672a 7533 9149 620c 4ea5');

/** Systems with a sign for each of their few numbers. */
const signSets: Readonly<Record<string, readonly string[]>> = {
  ideographTraditional: Array.from(stems),
  ideographZodiac: Array.from(branches),
  ideographZodiacTraditional: Array.from(
    { length: 60 },
    (_, index) => `${stems[index % stems.length]}${branches[index % branches.length]}`,
  ),
};

const koreanOnes = [
  '',
  '\ud558\ub098',
  '\ub458',
  '\uc14b',
  '\ub137',
  '\ub2e4\uc12f',
  '\uc5ec\uc12f',
  '\uc77c\uacf1',
  '\uc5ec\ub35f',
  '\uc544\ud649',
];
const koreanTens = [
  '',
  '\uc5f4',
  '\uc2a4\ubb3c',
  '\uc11c\ub978',
  '\ub9c8\ud754',
  '\uc270',
  '\uc608\uc21c',
  '\uc77c\ud754',
  '\uc5ec\ub4e0',
  '\uc544\ud754',
];

const digitsOf = (number: number, digits: string): string =>
  Array.from(String(number), (digit) => digits[Number(digit)] ?? '').join('');

function countingOf(number: number, { digits, units: signs, hasZeros = false, omitsOne }: Counting): string {
  const places = Array.from(String(number), Number);
  let text = '';
  let isGap = false;
  for (const [index, digit] of places.entries()) {
    const place = places.length - 1 - index;
    if (digit === 0) {
      isGap = true;
      continue;
    }
    if (isGap && hasZeros) text += digits[0] ?? '';
    isGap = false;
    const isOneOmitted =
      digit === 1 && place > 0 && (omitsOne === 'always' ? place < 4 : omitsOne === 'start' && number < 20);
    text += `${isOneOmitted ? '' : digits[digit]}${place > 0 ? signs[place - 1] : ''}`;
  }
  return text;
}

/** A number in an East Asian system or in other digits; null for other formats and where a system has no sign for it. */
export function eastAsianNumber(number: number, format: string): string | null {
  const signs = signSets[format];
  if (signs) return signs[number - 1] ?? null;
  const digits = digitSets[format];
  if (digits !== undefined) return digitsOf(number, digits);
  if (shortCountings.has(format))
    return number < 100 ? countingOf(number, chineseThousand) : digitsOf(number, ring + digitsAfterZero);
  if (format === 'koreanLegal')
    return number < 100 ? `${koreanTens[Math.floor(number / 10)]}${koreanOnes[number % 10]}` : null;
  const counting = countings[format];
  return counting && number < 100_000 ? countingOf(number, counting) : null;
}
