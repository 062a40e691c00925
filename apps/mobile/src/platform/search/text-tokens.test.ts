import { expect, it } from 'vitest';
import { tokensOfQuery, tokensOfText } from './text-tokens.rules.ts';

const tokens = (text: string) => new Set(tokensOfText(text));
/** Whether the index of a text answers a search. */
const finds = (text: string, query: string) => {
  const all = tokens(text);
  const searched = tokensOfQuery(query);
  return searched.length > 0 && searched.every((token) => all.has(token));
};

it.each([
  ['年度采购合同', '采购'],
  ['年度采购合同', '购合同'],
  ['年度采购合同', '购'],
  // A line break inside a Chinese word leaves no gap.
  ['年度采\n购合同', '采购'],
  ['Purchase Contract No. 2026-118', 'contract'],
  ['Purchase Contract No. 2026-118', 'CONTR'],
  ['Purchase Contract No. 2026-118', '2026-118'],
  ['Ｃｏｎｔｒａｃｔ', 'contract'],
  ['Résumé', 'resume'],
  ['第3季度报告Q3', 'q3'],
  ['项目ABC验收', 'abc验收'],
  ['かなとカナ', 'カナ'],
  ['pneumonoultramicroscopic', 'pneumonoultramicroscopic'],
])('finds in %s the text %s', (text, query) => {
  expect(finds(text, query)).toBe(true);
});

it.each([
  ['采买与购置', '采购'],
  ['合同', '合同法'],
  ['contraction', 'contracts'],
  // The middle of a word is not indexed.
  ['subcontract', 'contract'],
  ['anything', 'a'],
  ['anything', '—'],
])('does not find in %s the text %s', (text, query) => {
  expect(finds(text, query)).toBe(false);
});

it('needs one token for each pair of characters and each word', () => {
  expect(tokensOfQuery('采购合同 Contract')).toEqual(['采购', '购合', '合同', 'contract']);
});
