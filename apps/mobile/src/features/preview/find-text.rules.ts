/** A text made comparable, and from where to where in the original each of its characters stands. */
export type FoldedText = {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
};

/** A stretch of the original text, `end` not included. */
export type Stretch = { readonly start: number; readonly end: number };

const space = /\s/;
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
/** Between these no space is a word's end: a line that breaks inside a Chinese word leaves none. */
const unspaced = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const letter = /\p{L}/u;

function fold(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x80) return character.toLowerCase();
  if (code >= 0x4e00 && code <= 0x9fff) return character;
  // Full width and half, radicals and characters, with accents and without are the same to who looks for a word.
  return character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Folds width, case, accents and white space; a word that was divided at a line's end is whole again. */
export function foldText(raw: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let gap = -1;
  for (let index = 0; index < raw.length; ) {
    const character = String.fromCodePoint(raw.codePointAt(index) ?? 0);
    const from = index;
    index += character.length;
    if (unseen.test(character)) continue;
    if (space.test(character)) {
      if (gap < 0) gap = from;
      continue;
    }
    if (character === '-' && raw[index] === '\n' && letter.test(raw[from - 1] ?? '')) {
      index += 1;
      continue;
    }
    const folded = fold(character);
    const before = text[text.length - 1];
    if (gap >= 0 && before !== undefined && !unspaced.test(before) && !unspaced.test(folded)) {
      text += ' ';
      starts.push(gap);
      ends.push(from);
    }
    gap = -1;
    text += folded;
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(from);
      ends.push(index);
    }
  }
  return { text, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** Every place of the words in a text, in its order; none overlaps another. */
export function findAll({ text, starts, ends }: FoldedText, words: string): readonly Stretch[] {
  const wanted = foldText(words).text;
  const found: Stretch[] = [];
  if (wanted === '') return found;
  for (let from = text.indexOf(wanted); from !== -1; from = text.indexOf(wanted, from + wanted.length)) {
    found.push({ start: starts[from] ?? 0, end: ends[from + wanted.length - 1] ?? 0 });
  }
  return found;
}

/** Every place of the words in a text that is looked through once. */
export const findText = (text: string, words: string): readonly Stretch[] => findAll(foldText(text), words);
