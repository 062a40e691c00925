import { create } from 'zustand';
import type { PushPermission } from '../ports/push.port.ts';

type PushSettings = {
  readonly permission: PushPermission;
  /** Null if the user was not asked yet. */
  readonly wanted: boolean | null;
  readonly busy: boolean;
  /** Number of restarts after a failed first attempt. A change starts the registration again. */
  readonly retries: number;
};

export const usePushStore = create<PushSettings>(() => ({
  permission: 'unsupported',
  wanted: null,
  busy: false,
  retries: 0,
}));

/** Restarts the push registration of the signed-in user. */
export const retryRegistration = (): void =>
  usePushStore.setState(({ retries }) => ({ retries: retries + 1 }));

export const parsePushSetting = (stored: string | null): boolean | null =>
  stored === null ? null : stored === 'on';
