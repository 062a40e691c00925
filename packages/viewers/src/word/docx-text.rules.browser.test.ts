import { expect, it } from 'vitest';
import { compareWords, linesOf } from './docx-text.rules.ts';

const line = (text: string, isFormula = false) => ({ text, isFormula });

it('reads the lines of a part with special characters, without deleted text', () => {
  const part = new DOMParser().parseFromString(
    '<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="math" xmlns:a="a"><w:r><w:t>采购</w:t><w:tab/><w:t>合</w:t></w:r><w:r><w:t>同</w:t><w:delText>gone</w:delText></w:r><w:p><m:t>x</m:t></w:p><a:p><a:t>box</a:t></a:p><w:r><w:t>号</w:t></w:r></w:p>',
    'application/xml',
  );
  expect(linesOf(part)).toEqual([line('采购\t合同号'), line('x', true), line('box')]);
});

it('returns the share of the words that is shown, and the missing lines', () => {
  const lines = [line('one two'), line('two three'), line('采购合同')];
  expect(compareWords(lines, 'two one 合同采购')).toEqual({ share: 6 / 8, missing: [line('two three')] });
  expect(compareWords([], 'anything')).toEqual({ share: 1, missing: [] });
});

it('compares a formula as a whole, however its text is split', () => {
  expect(compareWords([line('x=y2', true)], 'x = y 2').missing).toEqual([]);
  expect(compareWords([line('x=y2', true)], 'y 2').missing.length).toBe(1);
});
