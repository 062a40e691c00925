import { expect, it } from 'vitest';
import { defaultListWidth, limitListWidth, listWidthAfter, parseListWidth } from './list-width.rules.ts';

it('has a default between 320 and 380 px that follows the page', () => {
  expect([840, 1024, 1200, 1920].map(defaultListWidth)).toEqual([320, 369, 380, 380]);
});

it('stays within its limits', () => {
  expect([0, 333.4, 1000].map(limitListWidth)).toEqual([320, 333, 420]);
  expect(listWidthAfter('ArrowLeft', 325)).toBe(320);
  expect(listWidthAfter('ArrowRight', 415)).toBe(420);
  expect(listWidthAfter('Enter', 360)).toBeNull();
});

it('ignores a stored width that no version stores', () => {
  expect([null, '', 'wide', '319', '360.5', '421', '360'].map(parseListWidth)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    360,
  ]);
});
