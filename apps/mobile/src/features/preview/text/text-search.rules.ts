import { findAll, foldText, type Stretch } from '../find-text.rules.ts';

/** Letters of other widths, with accents or of other blocks than usual: only folding finds words among them. */
const unusual =
  /[\u00aa\u00b5\u00ba\u00c0-\u2fff\uf900-\ufaff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\ud800-\udfff]/;
/** What folding leaves out or may leave out. */
const between = /[\s\u00ad\u200b-\u200d\u2060\ufeff-]+/g;
const dense = (text: string) => text.replace(between, '').toLowerCase();

/**
 * A finder of words in stretches of a long text. Most stretches of a log hold none, which a plain look tells many times
 * faster than folding each of their letters.
 */
export function wordFinder(words: string): (text: string) => readonly Stretch[] {
  const folded = foldText(words).text;
  const wanted = dense(folded);
  const isSimple = !unusual.test(folded);
  // A pattern with gaps between the letters would be tried anew from every hyphen of a long row of them.
  return (text) =>
    isSimple && !unusual.test(text) && !dense(text).includes(wanted) ? [] : findAll(foldText(text), words);
}

/** How much of the next block may belong to a match that begins in this one. */
export const reachOf = (words: string): number => 4 * words.length + 16;
