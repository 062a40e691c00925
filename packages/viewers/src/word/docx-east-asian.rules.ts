/** Letters of Chinese and Japanese, without their punctuation, which has space of its own. */
const eastAsianLetter = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}]/u;
const westernLetter = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u;
const eastAsianMark = /[\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/;
const fullWidth = /[\uff00-\uffef]/;
const digit = /[0-9]/;
/** Quotation marks and ellipses are as wide as a letter in East Asian text, and narrow in other text. */
const ambiguousMark = /[\u2018\u2019\u201c\u201d\u2026]/;

/** The kind of a character, as far as its neighbours depend on it. */
export type CharacterKind = 'eastAsian' | 'eastAsianMark' | 'ambiguousMark' | 'letter' | 'digit' | 'other';

export function characterKindOf(character: string): CharacterKind {
  if (digit.test(character)) return 'digit';
  if (ambiguousMark.test(character)) return 'ambiguousMark';
  if (eastAsianMark.test(character)) return 'eastAsianMark';
  if (eastAsianLetter.test(character)) return 'eastAsian';
  return westernLetter.test(character) && !fullWidth.test(character) ? 'letter' : 'other';
}

/** Which spaces a paragraph has (`w:autoSpaceDE` and `w:autoSpaceDN`). */
export type ScriptSpaces = { readonly letters: boolean; readonly digits: boolean };

/** Whether a paragraph has space between two neighbouring characters. */
export function isSpaced(
  before: CharacterKind,
  after: CharacterKind,
  { letters, digits }: ScriptSpaces,
): boolean {
  const [western, other] = before === 'eastAsian' ? [after, before] : [before, after];
  if (other !== 'eastAsian') return false;
  return (western === 'letter' && letters) || (western === 'digit' && digits);
}

const isEastAsian = (kind: CharacterKind | undefined) => kind === 'eastAsian' || kind === 'eastAsianMark';

/**
 * The marks of a text that belong to its East Asian parts: those behind such a part, and at the start of the text those before one.
 * @returns the indexes of `kinds`.
 */
export function wideMarksOf(kinds: readonly CharacterKind[]): readonly number[] {
  const first = kinds.find((kind) => kind !== 'ambiguousMark' && kind !== 'other');
  let isWide = isEastAsian(first);
  return kinds.flatMap((kind, index) => {
    if (kind === 'ambiguousMark') return isWide ? [index] : [];
    if (kind !== 'other') isWide = isEastAsian(kind);
    return [];
  });
}

/** Marks that office programs let hang into the margin behind a line that they do not fit into (`w:overflowPunct`). */
const hangingMarks: ReadonlySet<string> = new Set('、。，．：；！？');
const openingMarks: ReadonlySet<string> = new Set('（《〈「『【〔［｛“‘');

/** Whether a mark may hang into the margin: it ends a text, or a line can break behind it. */
export function canHang(mark: string, before: CharacterKind | undefined, after: string | undefined): boolean {
  if (!hangingMarks.has(mark) || !isEastAsian(before)) return false;
  if (after === undefined || openingMarks.has(after)) return true;
  return ['eastAsian', 'letter', 'digit'].includes(characterKindOf(after));
}
