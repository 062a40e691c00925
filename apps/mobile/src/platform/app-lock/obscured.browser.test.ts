import { afterEach, expect, it, vi } from 'vitest';
import { isObscured, onObscuredChange, useAppLockStore } from './app-lock.store.ts';

afterEach(() => {
  delete document.documentElement.dataset['covered'];
  useAppLockStore.setState({ isLocked: false });
});

it('is obscured while the page is covered or locked, and reports each change', async () => {
  const listener = vi.fn<() => void>();
  const unsubscribe = onObscuredChange(listener);
  expect(isObscured()).toBe(false);
  document.documentElement.dataset['covered'] = '';
  await expect.poll(() => listener.mock.calls.length).toBe(1);
  expect(isObscured()).toBe(true);
  delete document.documentElement.dataset['covered'];
  await expect.poll(() => listener.mock.calls.length).toBe(2);
  expect(isObscured()).toBe(false);
  useAppLockStore.setState({ isLocked: true });
  expect([isObscured(), listener.mock.calls.length]).toEqual([true, 3]);
  unsubscribe();
  useAppLockStore.setState({ isLocked: false });
  expect([isObscured(), listener.mock.calls.length]).toEqual([false, 3]);
});
