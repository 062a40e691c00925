import { expect, it } from 'vitest';
import { excerptOf, splitAtMatches } from './highlight.rules.ts';

it('marks each match of a keyword literally and case-insensitively', () => {
  expect(splitAtMatches('PDF and pdf', 'Pdf')).toEqual([
    { text: 'PDF', isHit: true },
    { text: ' and ', isHit: false },
    { text: 'pdf', isHit: true },
  ]);
  expect(splitAtMatches('合同（2026）', '（2026）').filter(({ isHit }) => isHit)).toHaveLength(1);
  expect(splitAtMatches('a+b a.b', 'a.b').filter(({ isHit }) => isHit)).toEqual([
    { text: 'a.b', isHit: true },
  ]);
  expect(splitAtMatches('nothing here', 'x')).toEqual([{ text: 'nothing here', isHit: false }]);
  expect(splitAtMatches('all', '')).toEqual([{ text: 'all', isHit: false }]);
});

it('starts an excerpt shortly before the match', () => {
  expect(excerptOf('短文本\n里有合同', '合同')).toBe('短文本 里有合同');
  const long = `${'很长的前文'.repeat(10)}合同在此`;
  expect(excerptOf(long, '合同')).toBe('…前文很长的前文很长的前文合同在此');
  expect(excerptOf(long, '没有')).toBe(long);
});
