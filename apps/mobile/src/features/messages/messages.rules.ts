import type { Message } from '@sealflow/contract';

const groupGap = 5 * 60_000;

/** Whether a time heading precedes a message: at the first one, and after each pause of five minutes. */
export const startsGroup = (before: Message | undefined, message: Message): boolean =>
  before === undefined || message.createAt - before.createAt > groupGap;

/** Longer texts are folded, so that a row fits on a screen. */
const foldedFrom = 420;
const foldedLines = 12;

export const isLong = (text: string): boolean =>
  text.length > foldedFrom || text.split('\n', foldedLines + 1).length > foldedLines;

export type TextPart = { readonly text: string; readonly isHit: boolean };

/** Splits a text at the matches of the keyword; ignores case. */
export function partsOf(text: string, keyword: string): readonly TextPart[] {
  if (keyword === '') return [{ text, isHit: false }];
  const literal = keyword.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return text
    .split(new RegExp(`(${literal})`, 'giu'))
    .map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** Context before a match, so that one line shows both. */
const lead = 12;

/** An excerpt of a text that starts shortly before the keyword. */
export function snippetOf(text: string, keyword: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const [before] = partsOf(line, keyword);
  if (before === undefined || before.isHit || before.text.length <= lead) return line;
  return before.text.length === line.length ? line : `…${line.slice(before.text.length - lead)}`;
}
