import { expect, it } from 'vitest';
import { canHang, characterKindOf, isSpaced, wideMarksOf } from './docx-east-asian.rules.ts';

const kindsOf = (text: string) => Array.from(text, characterKindOf);
const spacedIn = (text: string, spaces = { letters: true, digits: true }) =>
  kindsOf(text).flatMap((kind, index, kinds) => {
    const before = kinds[index - 1];
    return before && isSpaced(before, kind, spaces) ? [index] : [];
  });

it('puts space between East Asian letters and Latin letters or digits, not beside marks', () => {
  expect(spacedIn('第2条A款，B（3）ｅ')).toEqual([1, 2, 3, 4]);
  expect(spacedIn('第2条A款', { letters: false, digits: true })).toEqual([1, 2]);
  expect(spacedIn('第2条A款', { letters: true, digits: false })).toEqual([3, 4]);
  expect(spacedIn('かなkana한국어abc')).toEqual([2]);
});

it('widens the marks of East Asian text alone', () => {
  const wideIn = (text: string) => wideMarksOf(kindsOf(text)).map((index) => Array.from(text)[index]);
  expect(wideIn('“铁人”奖…')).toEqual(['“', '”', '…']);
  expect(wideIn('The “iron man”…')).toEqual([]);
  expect(wideIn('他说：“yes” it’s')).toEqual(['“']);
  expect(wideIn('')).toEqual([]);
});

it('lets a mark hang where a line can break behind it', () => {
  const hangs = (text: string) => {
    const [before = '', mark = '', after] = Array.from(text);
    return canHang(mark, characterKindOf(before), after);
  };
  expect(['中，文', '中。', '）。（', '中；B', '中：“'].map(hangs)).toEqual([true, true, true, true, true]);
  expect(['中。”', '中，。', 'a，中', '中、 ', '中文字'].map(hangs)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
