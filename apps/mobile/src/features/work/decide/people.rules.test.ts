import { expect, test } from 'vitest';
import { parsePeople, togglePerson } from './people.rules.ts';

const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((fid) => ({ fid, name: fid })) as [
  { fid: string; name: string },
  { fid: string; name: string },
  { fid: string; name: string },
];

test('a single choice replaces the previous person, and a second press clears it', () => {
  expect(togglePerson([ann], bob, 1)).toEqual([bob]);
  expect(togglePerson([bob], bob, 1)).toEqual([]);
});
test('a multiple choice is limited to the maximum', () => {
  expect(togglePerson([ann], bob, 2)).toEqual([ann, bob]);
  expect(togglePerson([ann, bob], cat, 2)).toEqual([ann, bob]);
  expect(togglePerson([ann, bob], ann, 2)).toEqual([bob]);
});
test('an unreadable draft selects no people', () => {
  expect(parsePeople(JSON.stringify([ann]))).toEqual([ann]);
  for (const text of ['', '{', '{}', 'null']) expect(parsePeople(text)).toEqual([]);
});
