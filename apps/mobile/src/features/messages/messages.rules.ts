import type { Message } from '@sealflow/contract';

const groupGap = 5 * 60_000;

/** Whether the time stands above a message: the first one, and each after a pause of five minutes. */
export const startsGroup = (before: Message | undefined, message: Message): boolean =>
  before === undefined || message.createAt - before.createAt > groupGap;
