import { create } from 'zustand';

/** `waiting`: newer code lies ready; `replaced`: another tab has started it, and this page is of the old one. */
export type WebUpdateState = 'none' | 'waiting' | 'replaced';

type WebUpdate = {
  readonly state: WebUpdateState;
  /** Whether the person put the notice off; it comes back with the next version. */
  readonly putOff: boolean;
};

export const useWebUpdate = create<WebUpdate>(() => ({ state: 'none', putOff: false }));
