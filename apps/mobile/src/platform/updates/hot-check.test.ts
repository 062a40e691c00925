import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hotCheck } from './check-update.usecases.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('checks for a hot update once, 500 ms after the last request', async () => {
  const downloadCode = vi.fn<() => Promise<'none'>>(async () => 'none');
  const latest = async () => null;
  const first = hotCheck({ downloadCode }, latest);
  await vi.advanceTimersByTimeAsync(499);
  const second = hotCheck({ downloadCode }, latest);
  await vi.advanceTimersByTimeAsync(499);
  expect(downloadCode).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(downloadCode).toHaveBeenCalledTimes(1);
  expect(await Promise.all([first, second])).toEqual(['none', 'none']);
});
