import { describe, expect, it } from 'vitest';
import { detectEncoding } from '../text/encoding.rules.ts';
import type { ComparedRow, ComparedSide, CompareOptions } from './compare.types.ts';
import { compareTexts } from './compare-texts.rules.ts';
import { unifiedRows } from './shown-rows.rules.ts';
import { splitLines, splitPages } from './split-lines.rules.ts';

const strict: CompareOptions = { ignoresWhiteSpace: false, ignoresLineEnds: false };
const loose: CompareOptions = { ignoresWhiteSpace: true, ignoresLineEnds: false };
const flowing: CompareOptions = { ignoresWhiteSpace: true, ignoresLineEnds: true };

/** A side as text, with changed parts in brackets. */
const printed = (side: ComparedSide | null) =>
  side === null ? null : side.parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const printRow = ({ kind, left, right }: ComparedRow) => [kind, printed(left), printed(right)];
const compare = (left: string, right: string, options = strict) =>
  compareTexts(splitLines(left), splitLines(right), options);
const changesOf = (left: string, right: string, options = strict) =>
  compare(left, right, options)
    .rows.filter(({ kind }) => kind !== 'same')
    .map(printRow);

describe('comparison of two texts', () => {
  it.each<[string, string, string, readonly (readonly (string | null)[])[]]>([
    ['equal texts', 'a\nb', 'a\nb', []],
    ['two empty texts', '', '', []],
    ['an added line', 'a\nc', 'a\nb\nc', [['added', null, '[b]']]],
    ['a removed line', 'a\nb\nc', 'a\nc', [['removed', '[b]', null]]],
    ['an added empty line', 'a\nc', 'a\n\nc', [['added', null, '[]']]],
    [
      'a changed word',
      'pay within 30 days',
      'pay within 45 days',
      [['changed', 'pay within [30] days', 'pay within [45] days']],
    ],
    [
      'neighbouring changed words with the space between them',
      'the old red house',
      'the new blue house',
      [['changed', 'the [old red] house', 'the [new blue] house']],
    ],
    [
      'Chinese by characters',
      '违约金为合同总额的百分之五',
      '违约金为合同总额的百分之十五',
      [['changed', '违约金为合同总额的百分之五', '违约金为合同总额的百分之[十]五']],
    ],
    ['characters beyond the basic plane', '𠮷野家', '𠮷田家', [['changed', '𠮷[野]家', '𠮷[田]家']]],
    ['a picture with its modifier', '👍🏽 ok', '👍🏻 ok', [['changed', '[👍🏽] ok', '[👍🏻] ok']]],
    [
      'lines with nothing in common as a whole',
      'alpha beta',
      '甲乙丙丁',
      [['changed', '[alpha beta]', '[甲乙丙丁]']],
    ],
    [
      'a line beside the one that it resembles',
      '总价一百元',
      '新的一条\n总价二百元',
      [
        ['added', null, '[新的一条]'],
        ['changed', '总价[一]百元', '总价[二]百元'],
      ],
    ],
    [
      'the cells of a table',
      '品名,数量\n甲,1\n乙,2',
      '品名,数量\n甲,1\n乙,3',
      [['changed', '乙,[2]', '乙,[3]']],
    ],
    ['an indent', 'a\n  b', 'a\n    b', [['changed', '[  ]b', '[    ]b']]],
  ])('shows %s', (_, left, right, rows) => {
    expect(changesOf(left, right)).toEqual(rows);
  });

  it('finds no difference in the ends of lines, in a byte order mark and at the end of the text', () => {
    expect(compare('\ufeff甲\r\n乙\r\n', '甲\n乙').changeCount).toBe(0);
    expect(compare('甲\r乙', '甲\n乙\n').changeCount).toBe(0);
  });

  it('ignores white space on demand, and marks none of it then', () => {
    expect(changesOf('a  b\n\tc', 'a b\nc')).toHaveLength(2);
    expect(compare('a  b\n\tc', 'a b\nc', loose).changeCount).toBe(0);
    expect(changesOf('合 同 一', '合同二', loose)).toEqual([['changed', '合 同 [一]', '合同[二]']]);
  });

  it.each(['gb18030', 'utf-16le', 'utf-16be'] as const)(
    'compares a text of %s with one of UTF-8',
    (encoding) => {
      const text = '采购合同\n付款期限';
      const bytes = {
        gb18030: [
          0xb2, 0xc9, 0xb9, 0xba, 0xba, 0xcf, 0xcd, 0xac, 10, 0xb8, 0xb6, 0xbf, 0xee, 0xc6, 0xda, 0xcf, 0xde,
        ],
        'utf-16le': [
          0xff,
          0xfe,
          ...Array.from(text).flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
        ],
        'utf-16be': [
          0xfe,
          0xff,
          ...Array.from(text).flatMap((one) => [one.charCodeAt(0) >> 8, one.charCodeAt(0) & 255]),
        ],
      }[encoding];
      const sample = Uint8Array.from(bytes);
      expect(detectEncoding(sample)).toBe(encoding);
      expect(compare(new TextDecoder(encoding).decode(sample), text).changeCount).toBe(0);
    },
  );

  it('numbers the changes, each of which may have several rows', () => {
    const { rows, changeCount } = compare('a\nb\nc\nd\ne', 'a\nB\nX\nc\nd');
    expect(changeCount).toBe(2);
    expect(rows.map(({ change }) => change)).toEqual([0, 1, 1, 0, 0, 2]);
    expect(rows.map(({ left, right }) => [left?.number, right?.number])).toEqual([
      [1, 1],
      [2, 2],
      [undefined, 3],
      [3, 4],
      [4, 5],
      [5, undefined],
    ]);
  });

  it('shows the rows of a change in one column, the removed ones first', () => {
    const rows = unifiedRows(compare('a\nb1 x\nb2 x\nc', 'a\nb3 x\nb4 x\nc').rows);
    expect(rows.map(({ kind, side }) => [kind, printed(side)])).toEqual([
      ['same', 'a'],
      ['removed', '[b1] x'],
      ['removed', '[b2] x'],
      ['added', '[b3] x'],
      ['added', '[b4] x'],
      ['same', 'c'],
    ]);
  });
});

describe('comparison of pages', () => {
  const pages = (left: readonly string[], right: readonly string[]) =>
    compareTexts(splitPages(left), splitPages(right), flowing);

  it('finds no difference where lines and pages end at other places', () => {
    const { rows, changeCount } = pages(
      ['甲方应在三十日\n内付款。乙方\n'],
      ['甲方应在三十日内\n', '付款。乙方'],
    );
    expect(changeCount).toBe(0);
    expect(rows.map(({ right }) => right?.page)).toEqual([1, 2]);
  });

  it('marks only the changed words of a paragraph whose lines have moved', () => {
    const { rows, changeCount } = pages(
      ['甲方应在三十日内\n付款，乙方应在五日\n内发货。\n第二条'],
      ['甲方应在四十五日\n内付款，乙方应在五\n日内发货。\n第二条'],
    );
    expect(changeCount).toBe(1);
    expect(rows.filter(({ kind }) => kind !== 'same').map(printRow)).toEqual([
      ['changed', '甲方应在[三]十日内', '甲方应在[四]十[五]日'],
    ]);
  });
});

describe('limits of the comparison', () => {
  it('cuts long lines between characters', () => {
    const lines = splitLines(`${'甲'.repeat(1_999)}𠮷${'乙'.repeat(1_000)}\nend`);
    expect(lines.map(({ number }) => number)).toEqual([1, 1, 2]);
    expect(lines[1]?.text.startsWith('𠮷')).toBe(true);
  });

  it('rejects what is too long', () => {
    expect(() => splitLines('a\n'.repeat(60_001))).toThrow('tooLong');
    expect(() => splitLines('a'.repeat(4_000_001))).toThrow('tooLong');
    expect(() => splitPages(['a'.repeat(4_000_001)])).toThrow('tooLong');
  });

  it('compares long texts with few differences, and stops at those that differ everywhere', () => {
    const long = (word: string) =>
      Array.from({ length: 50_000 }, (_, index) => (index % 5_000 === 7 ? word : `line ${index}`)).join('\n');
    const { rows, changeCount } = compare(long('old'), long('new'));
    expect([rows.length, changeCount]).toEqual([50_000, 10]);
    const different = (word: string) =>
      Array.from({ length: 2_100 }, (_, index) => `${word} ${index}`).join('\n');
    expect(() => compare(different('a'), different('b'))).toThrow('tooDifferent');
  }, 60_000);

  it('marks a large block as a whole, and every block once the time is over', () => {
    const block = (word: string) => Array.from({ length: 700 }, () => `${word} a b c d e f g`).join('\n');
    expect(printRow(compare(block('x'), block('y')).rows[0] as ComparedRow)).toEqual([
      'changed',
      '[x a b c d e f g]',
      '[y a b c d e f g]',
    ]);
    let time = 0;
    const now = () => {
      time += 9_000;
      return time;
    };
    const late = compareTexts(splitLines('a b'), splitLines('a c'), strict, {
      now,
      onProgress: () => undefined,
    });
    expect(late.rows.map(printRow)).toEqual([['changed', '[a b]', '[a c]']]);
  });

  it('reports its progress', () => {
    const shares: number[] = [];
    const run = { now: () => 0, onProgress: (share: number) => void shares.push(share) };
    compareTexts(splitLines('a\nb\nc\nd'), splitLines('x\nb\ny\nd'), strict, run);
    expect(shares).toEqual([0.25, 0.75]);
  });
});
