import { describe, expect, it } from 'vitest';
import { findInFolded, foldText } from './find-text.rules.ts';

const foundIn = (raw: string, words: string) =>
  findInFolded(foldText(raw), words).map(({ start, end }) => raw.slice(start, end));

describe('text search', () => {
  it.each([
    ['第一条 采购合同', '合同', ['合同']],
    ['采购合\n同第二条', '采购合同', ['采购合\n同']],
    ['Purchase\n  Contract', 'purchase contract', ['Purchase\n  Contract']],
    ['the agree-\nment holds', 'agreement', ['agree-\nment']],
    ['ＡＢＣ１２３ 公司', 'abc123', ['ＡＢＣ１２３']],
    ['Café au lait', 'cafe', ['Café']],
    ['⼀般条款', '一般', ['⼀般']],
    ['ﬁnal oﬃce', 'final office', ['ﬁnal oﬃce']],
    ['a b', 'ab', []],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['𠮷野家和𠮷田', '𠮷', ['𠮷', '𠮷']],
    ['any text', '  ', []],
    ['soft\u00adhyphen', 'softhyphen', ['soft\u00adhyphen']],
  ])('in %j the search for %j finds %j', (raw, words, found) => {
    expect(foundIn(raw, words)).toEqual(found);
  });
});
