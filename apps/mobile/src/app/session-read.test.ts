import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import { useSessionStore } from '../platform/session/index.ts';
import { whenSessionIsRead } from './session-read.util.ts';

let isRead = false;
let returns = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  isRead = false;
  const wait = async () => {
    await whenSessionIsRead((listener) => {
      returns = listener;
    });
    isRead = true;
  };
  void wait();
});
afterEach(() => {
  vi.useRealTimers();
  useSessionStore.setState({ session: { phase: 'starting' } });
  useAppLockStore.setState({ isLocked: false, record: null });
});

it.each<[string, () => void]>([
  [
    'the session is known',
    () => useSessionStore.setState({ session: { phase: 'signedOut', notice: null, expired: null } }),
  ],
  ['the app is locked', () => useAppLockStore.setState({ isLocked: true })],
  ['the service is asked about a returning user', () => returns()],
])('waits until %s, and leaves no timer', async (_, happen) => {
  await vi.advanceTimersByTimeAsync(199);
  expect(isRead).toBe(false);
  happen();
  await vi.advanceTimersByTimeAsync(0);
  expect(isRead).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('waits no longer than 200 ms for a store that does not answer', async () => {
  await vi.advanceTimersByTimeAsync(199);
  expect(isRead).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isRead).toBe(true);
});
