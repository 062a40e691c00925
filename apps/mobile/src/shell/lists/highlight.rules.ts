export type TextPart = { readonly text: string; readonly isHit: boolean };

/** Splits a text at the matches of the keyword; ignores case. */
export function splitAtMatches(text: string, keyword: string): readonly TextPart[] {
  if (keyword === '') return [{ text, isHit: false }];
  const literal = keyword.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return text
    .split(new RegExp(`(${literal})`, 'giu'))
    .map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** Context before a match, so that one line shows both. */
const contextLength = 12;

/** An excerpt of a text that starts shortly before the keyword. */
export function excerptOf(text: string, keyword: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const [before] = splitAtMatches(line, keyword);
  if (before === undefined || before.isHit || before.text.length <= contextLength) return line;
  return before.text.length === line.length ? line : `…${line.slice(before.text.length - contextLength)}`;
}
