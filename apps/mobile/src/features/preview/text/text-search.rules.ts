import { findAll, foldText, type Stretch } from '../find-text.rules.ts';

/** Letters of other widths, with accents or of other blocks than usual: only folding finds words among them. */
const unusual =
  /[\u00aa\u00b5\u00ba\u00c0-\u2fff\uf900-\ufaff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\ud800-\udfff]/;
const between = '[\\s\\u00ad\\u200b-\\u200d\\u2060\\ufeff-]*';
const escaped = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * A finder of words in stretches of a long text. Most stretches of a log hold none, which a plain look tells many times
 * faster than folding each of their letters.
 */
export function wordFinder(words: string): (text: string) => readonly Stretch[] {
  const wanted = Array.from(foldText(words).text);
  const simple = wanted.every((character) => !unusual.test(character));
  const quick = new RegExp(
    wanted.map((character) => (character === ' ' ? '' : escaped(character))).join(between),
    'i',
  );
  return (text) => (simple && !unusual.test(text) && !quick.test(text) ? [] : findAll(foldText(text), words));
}

/** How much of the next block may belong to a match that begins in this one. */
export const reachOf = (words: string): number => 4 * words.length + 16;
