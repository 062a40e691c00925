import { create } from 'zustand';
import type { LockRecord } from './lock-record.repository.ts';

type AppLockState = {
  /** Whether the user must unlock before anything is shown. */
  readonly isLocked: boolean;
  /** The lock of this device as known to this page; null while it is off. */
  readonly record: LockRecord | null;
};

export const useAppLockStore = create<AppLockState>(() => ({ isLocked: false, record: null }));

/** Whether a cover or the lock screen hides the app's content. */
export const isObscured = (): boolean =>
  'covered' in document.documentElement.dataset || useAppLockStore.getState().isLocked;

/**
 * Calls `listener` when the result of `isObscured` may have changed.
 * @returns a function that unsubscribes.
 */
export function onObscuredChange(listener: () => void): () => void {
  const cover = new MutationObserver(listener);
  cover.observe(document.documentElement, { attributeFilter: ['data-covered'] });
  const unsubscribeLock = useAppLockStore.subscribe(listener);
  return () => {
    cover.disconnect();
    unsubscribeLock();
  };
}
