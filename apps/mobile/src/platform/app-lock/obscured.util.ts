import { useAppLockStore } from './app-lock.store.ts';

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
