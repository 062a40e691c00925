import { expect, it } from 'vitest';
import { findUnstorableText } from './storable-text.rules.ts';

it.each([
  ['x', undefined],
  ['😀', undefined],
  [{ a: [null, 1, true, '文'] }, undefined],
  ['\0', []],
  [{ title: 'a\0b' }, ['title']],
  [{ en: { text: ['x', '\ud800'] } }, ['en', 'text', '1']],
  [{ a: { 'b\0': 1 } }, ['a']],
  [{ '\udfff': 1 }, []],
])('the path of unstorable text in %j is %j', (value, path) => {
  expect(findUnstorableText(value)).toEqual(path);
});

it('handles values nested deeper than the call stack and returns a short path', () => {
  let deep: unknown = 'a\0b';
  for (let depth = 0; depth < 200_000; depth += 1) deep = { [`k${'x'.repeat(200)}`]: deep };
  const path = findUnstorableText(deep);
  expect([path?.length, path?.[0]?.length]).toEqual([8, 100]);
});

it('does not treat bytes as text', () => {
  expect(findUnstorableText({ bytes: Buffer.from('\0') })).toBeUndefined();
});
