import { create } from 'zustand';

/** `waiting`: a newer version can be activated; `replaced`: another tab has activated it, and this page is outdated. */
export type WebUpdateState = 'none' | 'waiting' | 'replaced';

type WebUpdate = {
  readonly state: WebUpdateState;
  /** Whether the user postponed the notice; it returns with the next version. */
  readonly isPostponed: boolean;
};

export const useWebUpdate = create<WebUpdate>(() => ({ state: 'none', isPostponed: false }));
