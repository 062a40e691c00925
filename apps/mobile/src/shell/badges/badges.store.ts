import { create } from 'zustand';

export type Badges = {
  /** Number of unread messages. */
  readonly messages: number;
  /** Number of approval tasks that wait for the user. */
  readonly tasks: number;
  /** Number of the user's applications that are pending. */
  readonly flows: number;
};

export const noBadges: Badges = { messages: 0, tasks: 0, flows: 0 };

export const useBadges = create<Badges>(() => noBadges);

let poll: (() => void) | undefined;

/** Fetches the counts now, for example after a decision; the poll continues anyway. */
export const refreshBadges = (): void => poll?.();

/** Registers the running poll; undefined unregisters it. */
export const registerPoll = (pollNow: (() => void) | undefined): void => {
  poll = pollNow;
};
