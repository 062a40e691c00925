import { findInFolded, foldText, type TextRange } from '../viewer/find-text.rules.ts';

/** Letters with accents, of other widths or of other blocks: only folding finds matches among them. */
const needsFolding =
  /[\u00aa\u00b5\u00ba\u00c0-\u2fff\uf900-\ufaff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\ud800-\udfff]/;
/** Characters that folding removes or may remove. */
const ignorable = /[\s\u00ad\u200b-\u200d\u2060\ufeff-]+/g;
const withoutIgnorable = (text: string) => text.replace(ignorable, '').toLowerCase();

/**
 * Returns a function that finds words in sections of a long text. Most sections of a log contain no match,
 * which a plain comparison detects many times faster than folding each letter.
 */
export function createWordFinder(words: string): (text: string) => readonly TextRange[] {
  const folded = foldText(words).text;
  const denseWords = withoutIgnorable(folded);
  const isSimple = !needsFolding.test(folded);
  // A pattern with optional gaps between the letters would backtrack at every hyphen of a long row of
  // hyphens.
  return (text) =>
    isSimple && !needsFolding.test(text) && !withoutIgnorable(text).includes(denseWords)
      ? []
      : findInFolded(foldText(text), words);
}

/** The number of characters of the next block that may belong to a match that starts in this one. */
export const matchReachOf = (words: string): number => 4 * words.length + 16;
