import type { Message } from '@sealflow/contract';

const groupGap = 5 * 60_000;

/** Whether the time stands above a message: the first one, and each after a pause of five minutes. */
export const startsGroup = (before: Message | undefined, message: Message): boolean =>
  before === undefined || message.createAt - before.createAt > groupGap;

/** Texts longer than this are folded: a row is no taller than a screen. */
const foldedFrom = 420;
const foldedLines = 12;

export const isLong = (text: string): boolean =>
  text.length > foldedFrom || text.split('\n', foldedLines + 1).length > foldedLines;

export type TextPart = { readonly text: string; readonly isHit: boolean };

/** A text in pieces, those that are the keyword marked. Letters in either case are the same. */
export function partsOf(text: string, keyword: string): readonly TextPart[] {
  if (keyword === '') return [{ text, isHit: false }];
  const literal = keyword.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return text
    .split(new RegExp(`(${literal})`, 'giu'))
    .map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** Room before a hit, so that one line shows both. */
const lead = 12;

/** A line of a text that begins a little before the keyword. */
export function snippetOf(text: string, keyword: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const [before] = partsOf(line, keyword);
  if (before === undefined || before.isHit || before.text.length <= lead) return line;
  return before.text.length === line.length ? line : `…${line.slice(before.text.length - lead)}`;
}
