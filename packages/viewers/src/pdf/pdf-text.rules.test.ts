import { describe, expect, it } from 'vitest';
import { findInFolded } from '../viewer/find-text.rules.ts';
import { pageTextOf, runRangesOf } from './pdf-text.rules.ts';

const run = (str: string, hasEOL = false) => ({ str, hasEOL });

describe('words on a page', () => {
  it('are found across several text runs', () => {
    const text = pageTextOf([run('采购'), run('合', true), run(''), run('同第二条')]);
    const [found] = findInFolded(text.folded, '购合同');
    expect(runRangesOf(text.runStarts, found ?? { start: 0, end: 0 })).toEqual([
      { run: 0, start: 1, end: 2 },
      { run: 1, start: 0, end: 2 },
      { run: 2, start: 0, end: 0 },
      { run: 3, start: 0, end: 1 },
    ]);
  });

  it('are found in the last run', () => {
    const text = pageTextOf([run('a '), run('contract')]);
    const [found] = findInFolded(text.folded, 'contract');
    expect(runRangesOf(text.runStarts, found ?? { start: 0, end: 0 })).toEqual([
      { run: 1, start: 0, end: 8 },
    ]);
  });
});
