import { expect, test } from 'vitest';
import { badgeText } from './badge.ts';

test.each([
  [-1, null],
  [Number.NaN, null],
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '…'],
])('a count of %d shows %s', (count, text) => {
  expect(badgeText(count)).toBe(text);
});
