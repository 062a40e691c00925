/** The most times that a letter is repeated. Longer numbers are written in digits. */
const maxRepeats = 60;

/** Letters of Unicode from one to another. */
const letterRange = (first: string, last: string): string => {
  const start = first.codePointAt(0) ?? 0;
  const end = last.codePointAt(0) ?? 0;
  return Array.from({ length: end - start + 1 }, (_, index) => String.fromCodePoint(start + index)).join('');
};

const russian =
  '\u0430\u0431\u0432\u0433\u0434\u0435\u0436\u0437\u0438\u043a\u043b\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0444\u0445\u0446\u0447\u0448\u0449\u044b\u044d\u044e\u044f';
const kanaOrder =
  '\u30a2\u30a4\u30a6\u30a8\u30aa\u30ab\u30ad\u30af\u30b1\u30b3\u30b5\u30b7\u30b9\u30bb\u30bd\u30bf\u30c1\u30c4\u30c6\u30c8\u30ca\u30cb\u30cc\u30cd\u30ce\u30cf\u30d2\u30d5\u30d8\u30db\u30de\u30df\u30e0\u30e1\u30e2\u30e4\u30e6\u30e8\u30e9\u30ea\u30eb\u30ec\u30ed\u30ef\u30f2\u30f3';
const halfWidthKanaOrder = `${letterRange('\uff71', '\uff9c')}\uff66\uff9d`;

/** Alphabets whose letters are repeated when they are used up: a to z, then aa, bb and so on. */
const alphabets: Readonly<Record<string, readonly string[]>> = {
  lowerLetter: Array.from(letterRange('a', 'z')),
  upperLetter: Array.from(letterRange('A', 'Z')),
  chicago: Array.from('*\u2020\u2021\u00a7'),
  russianLower: Array.from(russian),
  russianUpper: Array.from(russian.toUpperCase()),
  arabicAlpha: Array.from(
    '\u0623\u0628\u062a\u062b\u062c\u062d\u062e\u062f\u0630\u0631\u0632\u0633\u0634\u0635\u0636\u0637\u0638\u0639\u063a\u0641\u0642\u0643\u0644\u0645\u0646\u0647\u0648\u064a',
  ),
  arabicAbjad: Array.from(
    '\u0623\u0628\u062c\u062f\u0647\u0648\u0632\u062d\u0637\u064a\u0643\u0644\u0645\u0646\u0633\u0639\u0641\u0635\u0642\u0631\u0634\u062a\u062b\u062e\u0630\u0636\u063a\u0638',
  ),
  thaiLetters: Array.from(
    '\u0e01\u0e02\u0e04\u0e07\u0e08\u0e09\u0e0a\u0e0b\u0e0c\u0e0d\u0e0e\u0e0f\u0e10\u0e11\u0e12\u0e13\u0e14\u0e15\u0e16\u0e17\u0e18\u0e19\u0e1a\u0e1b\u0e1c\u0e1d\u0e1e\u0e1f\u0e20\u0e21\u0e22\u0e23\u0e25\u0e27\u0e28\u0e29\u0e2a\u0e2b\u0e2c\u0e2d\u0e2e',
  ),
  chosung: Array.from('\u3131\u3134\u3137\u3139\u3141\u3142\u3145\u3147\u3148\u314a\u314b\u314c\u314d\u314e'),
  ganada: Array.from('\uac00\ub098\ub2e4\ub77c\ub9c8\ubc14\uc0ac\uc544\uc790\ucc28\uce74\ud0c0\ud30c\ud558'),
  // Word has the names of these two the other way round.
  hindiVowels: Array.from(letterRange('\u0915', '\u0939')),
  hindiConsonants: [...Array.from(letterRange('\u0905', '\u0914')), '\u0905\u0902', '\u0905\u0903'],
};

/** Alphabets that start again when they are used up. */
const circularAlphabets: Readonly<Record<string, readonly string[]>> = {
  aiueo: Array.from(halfWidthKanaOrder),
  aiueoFullWidth: Array.from(kanaOrder),
  iroha: Array.from(
    '\uff72\uff9b\uff8a\uff86\uff8e\uff8d\uff84\uff81\uff98\uff87\uff99\uff66\uff9c\uff76\uff96\uff80\uff9a\uff7f\uff82\uff88\uff85\uff97\uff91\uff73\u30f0\uff89\uff75\uff78\uff94\uff8f\uff79\uff8c\uff7a\uff74\uff83\uff71\uff7b\uff77\uff95\uff92\uff90\uff7c\u30f1\uff8b\uff93\uff7e\uff7d\uff9d',
  ),
  irohaFullWidth: Array.from(
    '\u30a4\u30ed\u30cf\u30cb\u30db\u30d8\u30c8\u30c1\u30ea\u30cc\u30eb\u30f2\u30ef\u30ab\u30e8\u30bf\u30ec\u30bd\u30c4\u30cd\u30ca\u30e9\u30e0\u30a6\u30f0\u30ce\u30aa\u30af\u30e4\u30de\u30b1\u30d5\u30b3\u30a8\u30c6\u30a2\u30b5\u30ad\u30e6\u30e1\u30df\u30b7\u30f1\u30d2\u30e2\u30bb\u30b9\u30f3',
  ),
};

const hebrew = Array.from(
  '\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9\u05db\u05dc\u05de\u05e0\u05e1\u05e2\u05e4\u05e6\u05e7\u05e8\u05e9\u05ea',
);
const hebrewLast = hebrew.at(-1) ?? '';
const hebrewValues = hebrew.map((_, index) =>
  index < 9 ? index + 1 : index < 18 ? (index - 8) * 10 : (index - 17) * 100,
);

/** Hebrew numerals, the largest letter first. 15 and 16 are written as 9 and a rest: 10 and a rest would be a holy name. */
function hebrewOf(number: number): string {
  let rest = number;
  let text = '';
  for (let index = hebrew.length - 1; index >= 0; index -= 1) {
    const value = hebrewValues[index] ?? 1;
    if (value === 10 && (rest === 15 || rest === 16)) continue;
    for (; rest >= value; rest -= value) text += hebrew[index] ?? '';
  }
  return text;
}

function repeated(letters: readonly string[], number: number): string | null {
  const repeats = Math.floor((number - 1) / letters.length) + 1;
  return repeats > maxRepeats ? null : (letters[(number - 1) % letters.length] ?? '').repeat(repeats);
}

/** A number in the letters of an alphabet; null for other formats and where the letters do not reach. */
export function alphabetNumber(number: number, format: string): string | null {
  const letters = alphabets[format];
  if (letters) return repeated(letters, number);
  const circular = circularAlphabets[format];
  if (circular) return circular[(number - 1) % circular.length] ?? null;
  if (format === 'hebrew1') return number < 1000 ? hebrewOf(number) : null;
  if (format !== 'hebrew2') return null;
  const rounds = Math.floor((number - 1) / hebrew.length);
  return rounds >= maxRepeats ? null : `${hebrew[(number - 1) % hebrew.length]}${hebrewLast.repeat(rounds)}`;
}
