import type { ComparedPart } from './compare.types.ts';

/**
 * A character of a script without spaces, a word of another script or a number, white space, or any other character with its
 * modifiers. Every engine divides a text in the same way, unlike `Intl.Segmenter`, which old ones lack.
 */
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|(?:[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{N}\p{M}_])+|\s+|.(?:\p{M}|\p{Emoji_Modifier})*/gsu;

const whiteSpace = /^\s/;

export const tokensOf = (text: string): readonly string[] => text.match(token) ?? [];
export const isWhiteSpace = (text: string): boolean => whiteSpace.test(text);

/** Joins tokens to parts. White space between two changed tokens is changed too, because a word alone has no meaning. */
export function partsOf(tokens: readonly string[], isChanged: readonly boolean[]): readonly ComparedPart[] {
  const parts: { text: string; isChanged: boolean }[] = [];
  for (const [index, text] of tokens.entries()) {
    const isBetween = isWhiteSpace(text) && isChanged[index - 1] === true && isChanged[index + 1] === true;
    const isPartChanged = isChanged[index] === true || isBetween;
    const last = parts.at(-1);
    if (last?.isChanged === isPartChanged) last.text += text;
    else parts.push({ text, isChanged: isPartChanged });
  }
  return parts;
}
