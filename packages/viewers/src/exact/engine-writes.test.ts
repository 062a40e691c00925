import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportWrites } from './engine-writes.util.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('reports the writes of the engine at intervals, and passes each of them on', () => {
  const written: unknown[][] = [];
  const module = { FS: { write: (...parameters: unknown[]) => written.push(parameters) } };
  const report = vi.fn<() => void>();
  reportWrites(module, report);
  module.FS.write('page', 1);
  expect(report).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3000);
  module.FS.write('page', 2);
  module.FS.write('page', 3);
  expect(report).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3000);
  expect(report).toHaveBeenCalledTimes(1);
  expect(module.FS.write('page', 4)).toBe(4);
  expect(report).toHaveBeenCalledTimes(2);
  expect(written).toEqual([1, 2, 3, 4].map((page) => ['page', page]));
});
