import { expect, it } from 'vitest';
import { hangingMarksOf, scriptEndsOf, wideMarksOf } from './docx-east-asian.rules.ts';

const spacedIn = (text: string, spaces = { letters: true, digits: true }) => scriptEndsOf(text, spaces);

it('puts space between East Asian letters and Latin letters or digits, not beside marks', () => {
  expect(spacedIn('第2条A款，B（3）ｅ')).toEqual([1, 2, 3, 4]);
  expect(spacedIn('第2条A款', { letters: false, digits: true })).toEqual([1, 2]);
  expect(spacedIn('第2条A款', { letters: true, digits: false })).toEqual([3, 4]);
  expect(spacedIn('かなkana한국어abc')).toEqual([2]);
  expect(spacedIn('𠮷A𠮷')).toEqual([2, 3]);
});

it('widens the marks of East Asian text alone', () => {
  const wideIn = (text: string) => wideMarksOf(text).map((index) => text[index]);
  expect(wideIn('“铁人”奖…')).toEqual(['“', '”', '…']);
  expect(wideIn('The “iron man”…')).toEqual([]);
  expect(wideIn('他说：“yes” it’s')).toEqual(['“']);
  expect(wideIn('')).toEqual([]);
});

it('lets a mark hang where a line can break behind it', () => {
  const texts = ['中，文', '中。', '）。（', '中；B', '中：“', '中：3'];
  expect(texts.map(hangingMarksOf)).toEqual(texts.map(() => [1]));
  const others = ['中。”', '中，。', 'a，中', '中、 ', '中文字'];
  expect(others.map(hangingMarksOf)).toEqual(others.map((text) => (text === '中，。' ? [2] : [])));
});
