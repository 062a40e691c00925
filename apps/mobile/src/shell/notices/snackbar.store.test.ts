import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSnackbar, pauseSnackbar, showSnackbar, useSnackbarStore } from './snackbar.store.ts';

const shown = () => useSnackbarStore.getState().queue[0]?.text;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  clearSnackbar();
  vi.useRealTimers();
});

it('stays for 3000 ms', () => {
  showSnackbar({ color: 'error', text: '网络异常' });
  vi.advanceTimersByTime(2_999);
  expect(shown()).toBe('网络异常');
  vi.advanceTimersByTime(1);
  expect(shown()).toBeUndefined();
});

it('stays for a given time, and while the user hovers over or focuses it', () => {
  showSnackbar({ color: 'info', text: '再按一次退出', durationMs: 5_000 });
  vi.advanceTimersByTime(4_000);
  pauseSnackbar(true);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe('再按一次退出');
  pauseSnackbar(false);
  vi.advanceTimersByTime(1_001);
  expect(shown()).toBeUndefined();
});
