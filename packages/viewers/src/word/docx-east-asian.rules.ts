/** Letters of Chinese and Japanese, without their punctuation, which has space of its own. */
const letters = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}`;
const marks = String.raw`\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65`;
const latin = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}`;
const eastAsian = new RegExp(`[${letters}]`, 'u');
const eastAsianOrMark = new RegExp(`[${letters}${marks}]`, 'u');
/** Letters of full width belong to East Asian text. */
const western = new RegExp(`(?![\\uff00-\\uffef])[${latin}0-9]`, 'u');
const digit = /[0-9]/;
/** Quotation marks and ellipses are as wide as a letter in East Asian text, and narrow in other text. */
const ambiguousMark = /[\u2018\u2019\u201c\u201d\u2026]/g;
/** A pair of characters, the second of which starts the next pair too. */
const pairs = new RegExp(`[${letters}](?=[${latin}0-9])|[${latin}0-9](?=[${letters}])`, 'gu');

/** Stands for what is no text, such as a picture: the characters on its sides are no neighbours. */
export const objectMark = '\ufffc';

export const hasEastAsianText = (text: string): boolean => eastAsianOrMark.test(text);

/** Which spaces a paragraph has (`w:autoSpaceDE` and `w:autoSpaceDN`). */
export type ScriptSpaces = { readonly letters: boolean; readonly digits: boolean };

/** The places of a text behind which a character of the other script follows, with a space between them. */
export function scriptEndsOf(text: string, spaces: ScriptSpaces): readonly number[] {
  return Array.from(text.matchAll(pairs)).flatMap(({ 0: character, index }) => {
    const end = index + character.length;
    const next = String.fromCodePoint(text.codePointAt(end) ?? 0);
    const other = eastAsian.test(character) ? next : character;
    if (!western.test(other)) return [];
    return (digit.test(other) ? spaces.digits : spaces.letters) ? [end] : [];
  });
}

/** A mark without letters this near is narrow. */
const maxMarkDistance = 200;

/**
 * The places of the marks of a text that belong to its East Asian parts: those behind such a part, and at the start of the text those
 * before one.
 */
export function wideMarksOf(text: string): readonly number[] {
  const isWideAt = (index: number): boolean => {
    for (const character of Array.from(
      text.slice(Math.max(0, index - maxMarkDistance), index),
    ).toReversed()) {
      if (eastAsianOrMark.test(character)) return true;
      if (western.test(character)) return false;
    }
    const following = Array.from(text.slice(index, index + maxMarkDistance)).find(
      (character) => eastAsianOrMark.test(character) || western.test(character),
    );
    return following !== undefined && eastAsianOrMark.test(following);
  };
  return Array.from(text.matchAll(ambiguousMark), ({ index }) => index).filter(isWideAt);
}

/** Marks that office programs let hang into the margin behind a line that they do not fit into (`w:overflowPunct`). */
const hangingMarks = new RegExp(
  `[${letters}${marks}][、。，．：；！？](?=$|[（《〈「『【〔［｛“‘0-9${letters}${latin}])`,
  'gu',
);

/** The places of the marks that may hang into the margin: those behind East Asian text that end a text, or behind which a line can break. */
export const hangingMarksOf = (text: string): readonly number[] =>
  Array.from(text.matchAll(hangingMarks), ({ 0: match, index }) => index + match.length - 1);
