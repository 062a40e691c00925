import { create } from 'zustand';
import type { PushPermission } from '../ports/push.port.ts';

type Push = {
  readonly permission: PushPermission;
  /** Null where the person was not asked yet. */
  readonly wanted: boolean | null;
  readonly busy: boolean;
  /** How often a registration that failed at the press was handed over to be tried again. */
  readonly retries: number;
};

export const usePushStore = create<Push>(() => ({
  permission: 'unsupported',
  wanted: null,
  busy: false,
  retries: 0,
}));

/** Has the registration of the signed-in part begin anew. */
export const retryRegistration = (): void =>
  usePushStore.setState(({ retries }) => ({ retries: retries + 1 }));

export const asWanted = (stored: string | null): boolean | null => (stored === null ? null : stored === 'on');
