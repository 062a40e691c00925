import type { Message } from '@sealflow/contract';

const groupGapMs = 5 * 60_000;

/** Whether a time heading precedes a message: at the first one, and after each pause of five minutes. */
export const isGroupStart = (before: Message | undefined, message: Message): boolean =>
  before === undefined || message.createAt - before.createAt > groupGapMs;

/** Longer texts are folded, so that a row fits on a screen. */
const maxUnfoldedLength = 420;
const maxUnfoldedLines = 12;

export const isFoldable = (text: string): boolean =>
  text.length > maxUnfoldedLength || text.split('\n', maxUnfoldedLines + 1).length > maxUnfoldedLines;
