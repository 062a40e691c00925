import { expect, it } from 'vitest';
import { parseBoxes } from './fidelity-reference.ts';
import { comparePages } from './fidelity-words.ts';

const word = (text: string, left: number, top: number) => ({
  text,
  left,
  top,
  right: left + 10 * text.length,
  bottom: top + 10,
});
const page = (...words: ReturnType<typeof word>[]) => ({ width: 1000, height: 1000, words });

it('counts a word as placed on the same page within 3 % of its size', () => {
  const reference = [page(word('Contract', 100, 100), word('price', 300, 100)), page(word('end', 0, 0))];
  const shown = [page(word('contract', 120, 129), word('price', 300, 131), word('end', 0, 0))];
  expect(comparePages(reference, shown)).toEqual({ words: 3, placed: 1 });
});

it('counts every character of a script without spaces, and each shown word once', () => {
  const reference = [page(word('采购', 100, 100), word('a', 500, 500), word('a', 505, 500), word('•', 0, 0))];
  const shown = [page(word('采', 100, 100), word('购', 110, 100), word('a', 500, 500))];
  expect(comparePages(reference, shown)).toEqual({ words: 4, placed: 3 });
});

it('counts spaced letters as placed whether they are one word or several', () => {
  const reference = [
    page(word('te', 100, 100), word('st', 140, 100), word('case', 300, 100), word('a', 700, 700)),
  ];
  const shown = [
    page(word('test', 110, 100), word('ca', 300, 100), word('se', 322, 100), word('ab', 700, 700)),
  ];
  expect(comparePages(reference, shown)).toEqual({ words: 4, placed: 3 });
});

it('reads the boxes of pdftotext', () => {
  const output =
    '<html><doc><page width="600" height="800"><word xMin="1" yMin="2" xMax="3" yMax="4">a&amp;b</word></page></doc></html>';
  expect(parseBoxes(output)).toEqual([
    { width: 600, height: 800, words: [{ text: 'a&b', left: 1, right: 3, top: 2, bottom: 4 }] },
  ]);
});
