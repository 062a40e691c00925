import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { chinesePasswords } from './chinese-passwords.table.ts';

let estimator: Promise<ZxcvbnFactory> | undefined;

/** A lower score of zxcvbn means fewer than a million guesses. */
const minScore = 2;
/** Names of the product, which users are likely to choose. */
const productWords = ['sealflow', '密件通', 'mijiantong'];
/** Shorter words occur in many passwords by chance. */
const minWordLength = 4;
/** Minimum number of characters besides personal words. */
const minRemainingLength = 6;

/**
 * Whether a password is easily guessed: a common one in English or Chinese, a keyboard walk, a date, a repetition, or
 * little more than a personal word.
 * @param words - the names and contacts of the account, and the names of its tenants.
 */
export async function isEasilyGuessed(password: string, words: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const personalWords = productWords
    .concat(words)
    .flatMap((word) => [word].concat(word.split(/[@._\s-]+/u)))
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= minWordLength);
  if (isMostlyWords(personalWords, password.toLowerCase())) return true;
  return (await estimator).check(password, personalWords).score < minScore;
}

function isMostlyWords(personalWords: readonly string[], password: string): boolean {
  const longestFirst = personalWords.toSorted((one, other) => other.length - one.length);
  const remainder = longestFirst.reduce((text, word) => text.replaceAll(word, ''), password);
  return remainder !== password && remainder.length < minRemainingLength;
}

/** Loads the word lists at the first check, because most processes never need them. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
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
