import { create } from 'zustand';
import type { LockRecord } from './lock-record.repository.ts';

type AppLockState = {
  /** Whether the user must unlock before anything is shown. */
  readonly isLocked: boolean;
  /** The lock of this device as known to this page; null while it is off. */
  readonly record: LockRecord | null;
};

export const useAppLockStore = create<AppLockState>(() => ({ isLocked: false, record: null }));
