import { CFB, utils, write } from '@e965/xlsx';
import { describe, expect, it, test } from 'vitest';
import { sampleXlsx } from '../../testing/sample-xlsx.ts';
import { readWorkbook } from './read-workbook.rules.ts';
import type { Sheet } from './sheet.types.ts';

const chinese = { language: 'zh' } as const;
const textsOf = ({ rows }: Sheet) => Array.from(rows.values(), ({ texts }) => texts);

describe('a workbook', () => {
  it('formats its texts by their number formats, and puts hidden sheets last', async () => {
    const { sheets } = readWorkbook(await sampleXlsx(), chinese);
    expect(sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['预算', false],
      ['明细', false],
      ['隐藏', true],
    ]);
    expect(textsOf(sheets[0]!)).toEqual([
      ['2026 年预算'],
      ['合同金额 & 税', '2025/12/9', '12.50%', 'TRUE', '#DIV/0!'],
      ['行内文字', '2'],
    ]);
    expect(sheets[0]!.notes.get('2,1')).toEqual({ formula: '=1+1' });
    expect(sheets[1]).toMatchObject({ rowCount: 0, columnCount: 0 });
  });

  it('formats short dates for the language', async () => {
    const { sheets } = readWorkbook(await sampleXlsx(), { language: 'en' });
    expect(textsOf(sheets[0]!)[1]).toContain('12/9/2025');
  });

  it('keeps styles, sizes, merged cells, the frozen pane and floating objects', async () => {
    const { sheets, styles } = readWorkbook(await sampleXlsx(), chinese);
    const [sheet] = sheets;
    expect(sheet).toMatchObject({
      frozen: { rows: 2, columns: 1 },
      gridLines: false,
      merges: [{ top: 0, left: 0, bottom: 0, right: 3 }],
      headings: ['内部资料'],
    });
    expect(sheet!.heights.get(0)).toBe(40);
    expect(sheet!.widths.get(2)).toBe(0);
    expect(sheet!.floating).toEqual([
      {
        from: { row: 4, column: 1, x: 0, y: 1 },
        to: { row: 8, column: 3, x: 0, y: 0 },
        picture: null,
        chart: null,
        texts: ['说明文本框'],
      },
    ]);
    expect(styles[sheet!.rows.get(0)!.styles[0]!]).toMatchObject({
      bold: true,
      size: 14,
      align: 'center',
      vertical: 'middle',
      wrap: true,
      color: '#c00000',
      fill: '#fff2cc',
      borders: [null, null, '3px double #000000', '1px solid #0000ff'],
    });
    // Cells without an alignment are aligned by their type.
    expect(sheet!.rows.get(1)!.styles.map((at) => styles[at]!.align)).toEqual([
      'left',
      'right',
      'right',
      'center',
      'center',
    ]);
  });
});

test.each(['biff8', 'xlsb', 'ods', 'xlml'] as const)('a workbook as %s opens', (bookType) => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['合同', 1.5],
      ['甲方', true],
    ]),
    '清单',
  );
  const bytes = new Uint8Array(write(book, { type: 'array', bookType, codepage: 936 }) as ArrayBuffer);
  const { sheets } = readWorkbook(bytes, chinese);
  expect(sheets.map(textsOf)).toEqual([
    [
      ['合同', '1.5'],
      ['甲方', 'TRUE'],
    ],
  ]);
});

it('requires a password for an encrypted package', () => {
  const locked = CFB.utils.cfb_new();
  for (const name of ['/EncryptionInfo', '/EncryptedPackage'])
    CFB.utils.cfb_add(locked, name, new Uint8Array(64));
  const bytes = Uint8Array.from(CFB.write(locked, { type: 'array' }) as number[]);
  expect(() => readWorkbook(bytes, chinese)).toThrow(expect.objectContaining({ code: 'password' }));
});

it('rejects bytes that are not a workbook as unreadable', async () => {
  const broken = (await sampleXlsx()).slice(0, 900);
  expect(() => readWorkbook(broken, chinese)).toThrow(expect.objectContaining({ code: 'unreadable' }));
});
