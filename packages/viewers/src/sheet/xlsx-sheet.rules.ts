import { elementOf, textsOf } from './xml.rules.ts';

/** Content of a worksheet part that SheetJS does not return. */
export type SheetPart = {
  readonly frozen: { readonly rows: number; readonly columns: number };
  readonly gridLines: boolean;
  readonly rightToLeft: boolean;
  readonly headings: readonly string[];
  /** The cell format index of each cell that has one, by row and column. */
  readonly formats: readonly (readonly (number | undefined)[] | undefined)[];
};

const maxRows = 1_048_576;

export function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/**
 * Removes the codes of a header or footer, such as `&L`, `&"Arial,Bold"&12` and `&P`, for position, font and
 * page number.
 */
export const headingText = (codes: string) =>
  codes
    .replace(/&"[^"]*"|&K[\dA-F]{6}|&\d+|&&|&[A-Z]/gi, (code) => (code === '&&' ? '&' : ' '))
    .replace(/\s+/g, ' ')
    .trim();

function headingsOf(xml: string): string[] {
  const all = elementOf(xml, 'headerFooter')?.inner ?? '';
  const names = ['oddHeader', 'evenHeader', 'firstHeader', 'oddFooter', 'evenFooter', 'firstFooter'];
  const texts = names.flatMap((name) => textsOf(all, name)).map(headingText);
  return [...new Set(texts.filter(Boolean))];
}

const matchOf = (tag: string, pattern: RegExp) => pattern.exec(tag)?.[1];

function formatsOf(xml: string): number[][] {
  const formats: number[][] = [];
  let row = -1;
  let column = -1;
  // A single pass with few allocations, because large sheets have hundreds of thousands of cells.
  for (const [, name, tag = ''] of xml.matchAll(/<(?:\w+:)?(row|c)(?=[\s/>])([^>]*)>/g)) {
    if (name === 'row') {
      const at = matchOf(tag, /\sr="(\d+)"/);
      row = at ? Number(at) - 1 : row + 1;
      column = -1;
      continue;
    }
    const letters = matchOf(tag, /\sr="([A-Z]+)\d+"/i);
    column = letters ? columnOf(letters) : column + 1;
    const format = matchOf(tag, /\ss="(\d+)"/);
    if (format && row >= 0 && row < maxRows) (formats[row] ??= [])[column] = Number(format);
  }
  return formats;
}

const count = (text: string | undefined) => Math.max(0, Math.floor(Number(text) || 0));

export function parseXlsxSheet(xml: string): SheetPart {
  const view = elementOf(xml, 'sheetView');
  const pane = elementOf(view?.inner ?? '', 'pane')?.attributes ?? {};
  const isFrozen = pane['state']?.startsWith('frozen') === true;
  return {
    frozen: {
      rows: isFrozen ? count(pane['ySplit']) : 0,
      columns: isFrozen ? count(pane['xSplit']) : 0,
    },
    gridLines: !['0', 'false'].includes(view?.attributes['showGridLines'] ?? '1'),
    rightToLeft: ['1', 'true'].includes(view?.attributes['rightToLeft'] ?? '0'),
    headings: headingsOf(xml),
    formats: formatsOf(xml),
  };
}
