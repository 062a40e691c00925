import type { Message } from '@sealflow/contract';
import { expect, it } from 'vitest';
import { excerptOf, isFoldable, isGroupStart, splitAtMatches } from './messages.rules.ts';
import { linkTarget } from './open-link.hook.ts';

const at = (createAt: number) => ({ createAt }) as Message;

it('shows the time above the first message and after a pause of more than five minutes', () => {
  expect(isGroupStart(undefined, at(0))).toBe(true);
  expect(isGroupStart(at(0), at(300_000))).toBe(false);
  expect(isGroupStart(at(0), at(300_001))).toBe(true);
});

it('links to the screen for the dialect of the tenant', () => {
  const link = { kind: 'task', tid: 't1', flowID: 'f 1', taskID: 'k1' } as const;
  expect(linkTarget(link, 'eds-pro_16.2')).toBe('/flowinfo16?flowID=f+1&taskID=k1');
  expect(linkTarget({ ...link, taskID: null }, 'eds-pro_15.4')).toBe('/flowinfo?flowID=f+1');
});

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

it('folds texts that are long or have many lines', () => {
  expect(isFoldable('字'.repeat(420))).toBe(false);
  expect(isFoldable('字'.repeat(421))).toBe(true);
  expect(isFoldable('一\n'.repeat(11))).toBe(false);
  expect(isFoldable('一\n'.repeat(12))).toBe(true);
});
