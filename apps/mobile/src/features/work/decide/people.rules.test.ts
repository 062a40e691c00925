import { expect, test } from 'vitest';
import { parsePeople, togglePerson } from './people.rules.ts';

const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((fid) => ({ fid, name: fid })) as [
  { fid: string; name: string },
  { fid: string; name: string },
  { fid: string; name: string },
];

test('of one the next takes the place, a second press leaves nobody', () => {
  expect(togglePerson([ann], bob, 1)).toEqual([bob]);
  expect(togglePerson([bob], bob, 1)).toEqual([]);
});
test('of several there are no more than the most', () => {
  expect(togglePerson([ann], bob, 2)).toEqual([ann, bob]);
  expect(togglePerson([ann, bob], cat, 2)).toEqual([ann, bob]);
  expect(togglePerson([ann, bob], ann, 2)).toEqual([bob]);
});
test('a draft that is none chooses nobody', () => {
  expect(parsePeople(JSON.stringify([ann]))).toEqual([ann]);
  for (const text of ['', '{', '{}', 'null']) expect(parsePeople(text)).toEqual([]);
});
