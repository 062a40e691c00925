import { create } from 'zustand';

export type Badges = {
  /** Unread messages. */
  readonly messages: number;
  /** Approval tasks that wait for the person. */
  readonly tasks: number;
  /** The person's own applications that wait for somebody. */
  readonly flows: number;
};

export const noBadges: Badges = { messages: 0, tasks: 0, flows: 0 };

export const useBadges = create<Badges>(() => noBadges);

let poll: (() => void) | undefined;

/** Asks for fresh counts now, as after a decision; the poll goes on by itself anyway. */
export const refreshBadges = (): void => poll?.();

/** The running poll offers itself here; null takes it back. */
export const offerPoll = (now: (() => void) | undefined): void => {
  poll = now;
};
