import { assert, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { chunkEnd, parseRange } from './byte-range.rules.ts';

test.each([
  [null, { start: 0, end: 1000 }],
  ['bytes=0-', { start: 0, end: 1000 }],
  ['bytes=0-1', { start: 0, end: 2 }],
  ['bytes=999-', { start: 999, end: 1000 }],
  ['bytes=10-99999', { start: 10, end: 1000 }],
  ['bytes=-100', { start: 900, end: 1000 }],
  ['bytes=-5000', { start: 0, end: 1000 }],
  ['bytes=1000-', null],
  ['bytes=20-10', null],
  ['bytes=-0', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=0x10-', null],
  ['bytes=99999999999999999999-', null],
])('parses the range header %s for 1000 bytes', (header, range) => {
  expect(parseRange(header, 1000)).toEqual(range);
});

test('an empty file has no valid range', () => {
  expect(parseRange('bytes=0-', 0)).toBeNull();
  expect(parseRange('bytes=-1', 0)).toBeNull();
});

test('chunks cover a range once, and none crosses a block boundary', () => {
  const sizes = record({
    start: nat(5000),
    length: integer({ min: 1, max: 5000 }),
    block: integer({ min: 1, max: 700 }),
  });
  assert(
    property(sizes, ({ start, length, block }) => {
      const range = { start, end: start + length };
      let at = start;
      while (at < range.end) {
        const next = chunkEnd(at, range, block);
        expect(next).toBeGreaterThan(at);
        expect(Math.floor((next - 1) / block)).toBe(Math.floor(at / block));
        at = next;
      }
      expect(at).toBe(range.end);
    }),
  );
});
