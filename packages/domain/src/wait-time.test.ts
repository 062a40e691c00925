import { expect, test } from 'vitest';
import { waitTime } from './wait-time.ts';

const day = 86_400_000;
test.each([
  [-1, 0, 'second'],
  [0, 0, 'second'],
  [59_999, 59, 'second'],
  [60_000, 1, 'minute'],
  [3_599_999, 59, 'minute'],
  [3_600_000, 1, 'hour'],
  [day - 1, 23, 'hour'],
  [day, 1, 'day'],
  [30 * day - 1, 29, 'day'],
  [30 * day, 1, 'month'],
  [365 * day - 1, 12, 'month'],
  [365 * day, 1, 'year'],
  [3_650 * day, 10, 'year'],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 'year'],
])('%d ms is %d %s', (milliseconds, value, unit) => {
  expect(waitTime(milliseconds)).toEqual({ value, unit });
});
