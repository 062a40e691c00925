import { expect, test } from 'vitest';
import { checkLeftovers, checkNames, type FileRows } from './check-files.ts';

const rows: FileRows = {
  files: [{ uri: 'u', object_key: 'k', size: 3, sha256: 'abc' }],
  namedKeys: new Set(['k']),
  loose: new Set(['l']),
};
const upload = { tid: 'one', fid: 'dan', aid: 'one-dan', uri: 'u', size: 3, sha256: 'abc' };
const complete = new Map([['k', { size: 3, sha256: 'abc' }]]);
const names = (violations: readonly { invariant: string }[]) => violations.map(({ invariant }) => invariant);

test('a complete file violates nothing', () => {
  expect(checkNames(rows, complete, [upload])).toEqual([]);
});

test('a truncated file, a changed file and a missing file are found', () => {
  for (const object of [{ size: 2, sha256: 'ab' }, { size: 3, sha256: 'xyz' }, undefined]) {
    expect(names(checkNames(rows, new Map([['k', object]]), []))).toEqual(['files-whole']);
  }
});

test('an acknowledged upload without its name is found', () => {
  expect(names(checkNames(rows, complete, [{ ...upload, uri: 'v' }]))).toEqual(['files-kept']);
  expect(names(checkNames(rows, complete, [{ ...upload, sha256: 'else' }]))).toEqual(['files-kept']);
});

test('an object without a name is listed for deletion, and is deleted by housekeeping', () => {
  expect(checkLeftovers(['k', 'l'], rows, false)).toEqual([]);
  expect(checkLeftovers(['k', 'm'], rows, false)).toHaveLength(1);
  expect(names(checkLeftovers(['k', 'l'], rows, true))).toEqual(['files-no-leftovers']);
});
