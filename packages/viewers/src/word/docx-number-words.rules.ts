const ones = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const irregularOrdinals: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function englishOf(number: number): string {
  if (number < 20) return ones[number] ?? '';
  if (number < 100) return [tens[Math.floor(number / 10)], ones[number % 10]].filter(Boolean).join('-');
  const size = number < 1000 ? 100 : 1000;
  const name = size === 100 ? 'hundred' : 'thousand';
  return [englishOf(Math.floor(number / size)), name, englishOf(number % size)].filter(Boolean).join(' ');
}

const englishOrdinalOf = (number: number): string =>
  englishOf(number).replace(
    /[a-z]+$/,
    (last) => irregularOrdinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  );

const thaiOnes = [
  '',
  '\u0e2b\u0e19\u0e36\u0e48\u0e07',
  '\u0e2a\u0e2d\u0e07',
  '\u0e2a\u0e32\u0e21',
  '\u0e2a\u0e35\u0e48',
  '\u0e2b\u0e49\u0e32',
  '\u0e2b\u0e01',
  '\u0e40\u0e08\u0e47\u0e14',
  '\u0e41\u0e1b\u0e14',
  '\u0e40\u0e01\u0e49\u0e32',
];
/** The words of ten, a hundred, a thousand and ten thousand. */
const thaiUnits = [
  '',
  '\u0e2a\u0e34\u0e1a',
  '\u0e23\u0e49\u0e2d\u0e22',
  '\u0e1e\u0e31\u0e19',
  '\u0e2b\u0e21\u0e37\u0e48\u0e19',
];
const thaiTwenty = '\u0e22\u0e35\u0e48';
const thaiLastOne = '\u0e40\u0e2d\u0e47\u0e14';

function thaiOf(number: number): string {
  const places = Array.from(String(number), Number);
  return places
    .map((digit, index) => {
      const place = places.length - 1 - index;
      if (digit === 0) return '';
      if (place === 0) return digit === 1 && number > 10 ? thaiLastOne : thaiOnes[digit];
      if (place === 1 && digit < 3) return `${digit === 2 ? thaiTwenty : ''}${thaiUnits[1]}`;
      return `${thaiOnes[digit]}${thaiUnits[place]}`;
    })
    .join('');
}

const vietnameseOnes = [
  '',
  'm\u1ed9t',
  'hai',
  'ba',
  'b\u1ed1n',
  'n\u0103m',
  's\u00e1u',
  'b\u1ea3y',
  't\u00e1m',
  'ch\u00edn',
];
const vietnameseTen = 'm\u01b0\u1eddi';
const vietnameseTens = 'm\u01b0\u01a1i';
const vietnameseFive = 'l\u0103m';
const vietnameseOne = 'm\u1ed1t';

function vietnameseOf(number: number): string {
  const ten = Math.floor(number / 10);
  const one = number % 10;
  const words = ten > 1 ? [vietnameseOnes[ten], vietnameseTens] : ten === 1 ? [vietnameseTen] : [];
  const last =
    one === 5 && ten > 0 ? vietnameseFive : one === 1 && ten > 1 ? vietnameseOne : vietnameseOnes[one];
  return [...words, last].filter(Boolean).join(' ');
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A number below 100000 in words; null for formats that are no words. */
export function numberWords(number: number, format: string): string | null {
  if (format === 'cardinalText') return capitalized(englishOf(number));
  if (format === 'ordinalText') return capitalized(englishOrdinalOf(number));
  if (format === 'thaiCounting') return thaiOf(number);
  return format === 'vietnameseCounting' && number < 100 ? vietnameseOf(number) : null;
}
