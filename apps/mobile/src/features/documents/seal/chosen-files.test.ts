import { expect, it } from 'vitest';
import { picked } from '../../../../testing/platform/service.ts';
import { type ChosenFile, newFiles } from './chosen-files.rules.ts';

const file = (name: string, sizeBytes = 4) => picked(name, new Uint8Array(sizeBytes));
const chosen = (...names: string[]): readonly ChosenFile[] =>
  names.map((name) => ({ id: name, file: file(name), problem: null }));
const namesOf = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name);

it('skips files that are chosen already, also twice in one pick', () => {
  const { added, repeated } = newFiles(chosen('a'), [file('a'), file('b'), file('b'), file('a', 5)], 10);
  expect(namesOf(added)).toEqual(['b', 'a']);
  expect(repeated).toBe(2);
});

it('takes no more files than one run may have', () => {
  const { added, isTooMany } = newFiles(chosen('a', 'b'), [file('c'), file('d')], 3);
  expect(namesOf(added)).toEqual(['c']);
  expect(isTooMany).toBe(true);
  expect(newFiles(chosen('a'), [file('c'), file('d')], 3).isTooMany).toBe(false);
});
