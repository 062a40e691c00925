import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounce } from './timing.util.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createRecorder = () => {
  const calls: number[] = [];
  return { calls, record: (value: number) => void calls.push(value) };
};

test('the last of calls that follow closely goes through after the wait', () => {
  const { calls, record } = createRecorder();
  const debounced = debounce(record, 500);
  debounced(1);
  vi.advanceTimersByTime(499);
  debounced(2);
  vi.advanceTimersByTime(499);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual([2]);
  debounced(3);
  vi.advanceTimersByTime(500);
  expect(calls).toEqual([2, 3]);
});

test('the first goes through at once where it is immediate, and the next only after a quiet wait', () => {
  const { calls, record } = createRecorder();
  const debounced = debounce(record, 500, true);
  debounced(1);
  expect(calls).toEqual([1]);
  vi.advanceTimersByTime(400);
  debounced(2);
  vi.advanceTimersByTime(400);
  debounced(3);
  vi.advanceTimersByTime(500);
  expect(calls).toEqual([1]);
  debounced(4);
  expect(calls).toEqual([1, 4]);
});

test.each([false, true])(
  'what was cancelled is not called, and nothing is held up after it (immediate: %s)',
  (immediate) => {
    const { calls, record } = createRecorder();
    const debounced = debounce(record, 500, immediate);
    debounced(1);
    debounced.cancel();
    vi.advanceTimersByTime(1000);
    expect(calls).toEqual(immediate ? [1] : []);
    debounced(2);
    vi.advanceTimersByTime(500);
    expect(calls).toEqual(immediate ? [1, 2] : [2]);
  },
);

test('a wait of nothing still lets the caller finish first', () => {
  const { calls, record } = createRecorder();
  debounce(record, 0)(1);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(calls).toEqual([1]);
});
