import { foldText } from '@sealflow/viewers/viewer/find-text.rules.ts';

/** Longer words are found by their beginning only. */
const maxPrefixLength = 16;
/** A word of one letter is no help in a search and is in every document. */
const minPrefixLength = 2;

/** A run of a script without spaces, in which any two neighbours may be a word, or a word of another script. */
const runs =
  /[\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|(?:(?![\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+/gu;
const isUnspaced = /^[\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u;

const runsOf = (text: string): readonly string[] => foldText(text).text.match(runs) ?? [];

/**
 * The tokens by which a text is found: each character and each two neighbours of Chinese and Japanese, and the beginnings of
 * the words of other scripts.
 */
export function* tokensOfText(text: string): Generator<string> {
  for (const run of runsOf(text)) {
    if (isUnspaced.test(run)) {
      for (let at = 0; at < run.length; at += 1) {
        yield run.slice(at, at + 1);
        if (at + 1 < run.length) yield run.slice(at, at + 2);
      }
    } else {
      const longest = Math.min(run.length, maxPrefixLength);
      for (let length = minPrefixLength; length <= longest; length += 1) yield run.slice(0, length);
    }
  }
}

/** The tokens that a document must have to contain what is searched; empty for a text that is too short. */
export function tokensOfQuery(text: string): readonly string[] {
  const tokens = runsOf(text).flatMap((run) => {
    if (!isUnspaced.test(run)) return run.length < minPrefixLength ? [] : [run.slice(0, maxPrefixLength)];
    if (run.length === 1) return [run];
    return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
  });
  return [...new Set(tokens)];
}
