import { expect, it } from 'vitest';
import { backOffDelayMs } from './back-off.util.ts';

it('doubles with each failure, up to a minute', () => {
  expect([1, 2, 3, 6, 7, 100].map((failures) => backOffDelayMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
});

it('adds jitter over half of the delay', () => {
  expect(backOffDelayMs(3, 0)).toBe(2_000);
  expect(backOffDelayMs(3, 0.5)).toBe(3_000);
});
