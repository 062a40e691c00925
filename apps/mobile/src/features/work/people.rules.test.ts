import { expect, test } from 'vitest';
import { readPeople, toggledPerson } from './people.rules.ts';

const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((fid) => ({ fid, name: fid })) as [
  { fid: string; name: string },
  { fid: string; name: string },
  { fid: string; name: string },
];

test('of one the next takes the place, a second press leaves nobody', () => {
  expect(toggledPerson([ann], bob, 1)).toEqual([bob]);
  expect(toggledPerson([bob], bob, 1)).toEqual([]);
});
test('of several there are no more than the most', () => {
  expect(toggledPerson([ann], bob, 2)).toEqual([ann, bob]);
  expect(toggledPerson([ann, bob], cat, 2)).toEqual([ann, bob]);
  expect(toggledPerson([ann, bob], ann, 2)).toEqual([bob]);
});
test('a draft that is none chooses nobody', () => {
  expect(readPeople(JSON.stringify([ann]))).toEqual([ann]);
  for (const text of ['', '{', '{}', 'null']) expect(readPeople(text)).toEqual([]);
});
