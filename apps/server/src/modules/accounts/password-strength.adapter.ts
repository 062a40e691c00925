import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { chinesePasswords } from './chinese-passwords.table.ts';

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Below this a password is among the first million that a guesser tries. */
const leastScore = 2;
/** What everybody who signs in here thinks of first. */
const productWords = ['sealflow', '密件通', 'mijiantong'];
/** Shorter ones stand in many words by chance. */
const ownWordLength = 4;
/** Characters that a password has beside the person's own words. */
const leastBeside = 6;

/**
 * Whether a password is one of those that guessers try first: common ones in English and Chinese, keyboard walks, dates,
 * repetitions, or little more than a word of the person's own.
 * @param words - the account's names and numbers, and what its tenants are called.
 */
export async function isEasilyGuessed(password: string, words: readonly string[]): Promise<boolean> {
  estimator ??= openEstimator();
  const own = productWords
    .concat(words)
    .flatMap((word) => [word].concat(word.split(/[@._\s-]+/u)))
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= ownWordLength);
  if (isLittleMoreThan(own, password.toLowerCase())) return true;
  return (await estimator).check(password, own).score < leastScore;
}

function isLittleMoreThan(own: readonly string[], password: string): boolean {
  const longestFirst = own.toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), password);
  return rest !== password && rest.length < leastBeside;
}

/** The word lists are read when the first password is chosen: most starts never need them. */
async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new Factory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...english.dictionary, chinese: chinesePasswords() },
  });
}
