import { type CellStyle, defaultCellStyle } from './sheet.types.ts';
import type { XlsRecord } from './xls-records.rules.ts';
import type { CellFormatStyle } from './xlsx-styles.rules.ts';

const recordTypes = { font: 0x0031, palette: 0x0092, format: 0x00e0 } as const;
/** Colour indexes below eight are the first colours of the palette, which starts at eight. */
const paletteStartIndex = 8;
const defaultPalette =
  '000000ffffffff000000ff000000ffffff00ff00ff00ffff800000008000000080808000800080008080c0c0c08080809999ff993366ffffccccffff660066ff80800066ccccccff000080ff00ffffff0000ffff8000808000000080800000ff00ccffccffffccffccffff9999ccffff99cccc99ffffcc993366ff33cccc99cc00ffcc00ff9900ff6600666699969696003366339966003300333300993300993366333399333333'.match(
    /.{6}/g,
  ) ?? [];

const aligns: readonly (CellStyle['align'] | null)[] = [
  null,
  'left',
  'center',
  'right',
  'left',
  'left',
  'center',
  'center',
];
const verticals: readonly CellStyle['vertical'][] = ['top', 'middle', 'bottom', 'top', 'middle'];
const borderStyles = [
  null,
  '1px solid',
  '2px solid',
  '1px dashed',
  '1px dotted',
  '3px solid',
  '3px double',
  '1px dotted',
  '2px dashed',
] as const;

type Font = Pick<CellStyle, 'bold' | 'italic' | 'underline' | 'strike' | 'size'> & { readonly color: number };

const fontOf = (data: DataView): Font => {
  const flags = data.getUint16(2, true);
  return {
    size: Math.min(96, Math.max(4, data.getUint16(0, true) / 20)),
    italic: (flags & 0x02) !== 0,
    strike: (flags & 0x08) !== 0,
    color: data.getUint16(4, true),
    bold: data.getUint16(6, true) >= 600,
    underline: data.getUint8(10) !== 0,
  };
};

function paletteOf(data: DataView | undefined): readonly string[] {
  if (!data || data.byteLength < 2) return defaultPalette;
  const count = Math.min(data.getUint16(0, true), Math.floor((data.byteLength - 2) / 4));
  return Array.from({ length: count }, (_, at) =>
    [0, 1, 2]
      .map((part) =>
        data
          .getUint8(2 + 4 * at + part)
          .toString(16)
          .padStart(2, '0'),
      )
      .join(''),
  );
}

/** The styles of the cell formats (XF records) of a workbook, in the order of their indexes. */
export function xlsStyles(records: readonly XlsRecord[]): CellFormatStyle[] {
  const recordsOf = (kind: number, minBytes: number) =>
    records.flatMap(({ kind: recordType, data }) =>
      recordType === kind && data.byteLength >= minBytes ? [data] : [],
    );
  const fonts = recordsOf(recordTypes.font, 14).map(fontOf);
  const palette = paletteOf(recordsOf(recordTypes.palette, 2)[0]);
  const color = (index: number) => {
    const digits = palette[index < paletteStartIndex ? index : index - paletteStartIndex];
    return digits && index < paletteStartIndex + 56 ? `#${digits}` : null;
  };
  return recordsOf(recordTypes.format, 20).map((data) => cellStyleOf(data, fonts, color));
}

function cellStyleOf(
  data: DataView,
  fonts: readonly Font[],
  color: (index: number) => string | null,
): CellFormatStyle {
  const font = data.getUint16(0, true);
  // Font index 4 does not exist: higher indexes are shifted by one.
  const { color: fontColor, ...fontStyle } = fonts[font > 4 ? font - 1 : font] ?? {
    ...defaultCellStyle,
    color: 64,
  };
  const align = data.getUint8(6);
  const [first, second] = [data.getUint32(10, true), data.getUint32(14, true)];
  const border = (style: number, at: number) => {
    const line = style === 0 ? null : (borderStyles[style] ?? '1px dashed');
    return line && `${line} ${color(at) ?? '#000000'}`;
  };
  const fills = data.getUint16(18, true);
  const isFilled = second >>> 26 !== 0;
  return {
    ...fontStyle,
    color: color(fontColor),
    align: aligns[align & 0x07] ?? null,
    wrap: (align & 0x08) !== 0,
    vertical: verticals[(align >> 4) & 0x07] ?? 'bottom',
    indent: data.getUint8(8) & 0x0f,
    fill: isFilled ? color(fills & 0x7f) : null,
    borders: [
      border((first >> 8) & 0x0f, second & 0x7f),
      border((first >> 4) & 0x0f, (first >> 23) & 0x7f),
      border((first >> 12) & 0x0f, (second >> 7) & 0x7f),
      border(first & 0x0f, (first >> 16) & 0x7f),
    ],
  };
}
