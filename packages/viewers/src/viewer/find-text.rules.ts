/** Normalised text, with the position of each of its characters in the original. */
export type FoldedText = {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
};

/** A range of the original text; `end` is exclusive. */
export type TextRange = { readonly start: number; readonly end: number };

const whiteSpace = /\s/;
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
/**
 * Between these characters white space does not separate words: a line break inside a Chinese word leaves no
 * space.
 */
const unspacedScript = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const letter = /\p{L}/u;

function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x80) return character.toLowerCase();
  if (code >= 0x4e00 && code <= 0x9fff) return character;
  // Full-width and half-width forms, radicals, and letters with and without accents match each other.
  return character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Folds width, case, accents and white space, and joins words that were hyphenated at the end of a line. */
export function foldText(raw: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let gapStart = -1;
  for (let index = 0; index < raw.length; ) {
    const character = String.fromCodePoint(raw.codePointAt(index) ?? 0);
    const from = index;
    index += character.length;
    if (invisible.test(character)) continue;
    if (whiteSpace.test(character)) {
      if (gapStart < 0) gapStart = from;
      continue;
    }
    if (character === '-' && raw[index] === '\n' && letter.test(raw[from - 1] ?? '')) {
      index += 1;
      continue;
    }
    const folded = foldCharacter(character);
    const before = text[text.length - 1];
    if (
      gapStart >= 0 &&
      before !== undefined &&
      !unspacedScript.test(before) &&
      !unspacedScript.test(folded)
    ) {
      text += ' ';
      starts.push(gapStart);
      ends.push(from);
    }
    gapStart = -1;
    text += folded;
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(from);
      ends.push(index);
    }
  }
  return { text, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** Finds all non-overlapping matches of the words in a folded text, in order. */
export function findInFolded({ text, starts, ends }: FoldedText, words: string): readonly TextRange[] {
  const foldedWords = foldText(words).text;
  const found: TextRange[] = [];
  if (foldedWords === '') return found;
  for (
    let from = text.indexOf(foldedWords);
    from !== -1;
    from = text.indexOf(foldedWords, from + foldedWords.length)
  ) {
    found.push({ start: starts[from] ?? 0, end: ends[from + foldedWords.length - 1] ?? 0 });
  }
  return found;
}

/** Finds all matches in a text that is searched once, so that its folded form need not be stored. */
export const findText = (text: string, words: string): readonly TextRange[] =>
  findInFolded(foldText(text), words);
