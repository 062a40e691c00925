import { type CellStyle, defaultCellStyle } from './sheet.types.ts';
import { elementOf, elementsOf, type XmlElement } from './xml.rules.ts';

type Color = {
  readonly rgb?: string;
  readonly theme?: number;
  readonly tint?: number;
  readonly auto?: unknown;
};
type Font = {
  readonly bold?: unknown;
  readonly italic?: unknown;
  readonly underline?: unknown;
  readonly strike?: unknown;
  readonly sz?: number;
  readonly color?: Color;
};
type Alignment = {
  readonly horizontal?: string;
  readonly vertical?: string;
  readonly wrapText?: unknown;
  readonly indent?: unknown;
};
type CellFormat = {
  readonly fontId?: number;
  readonly fillId?: number;
  readonly borderId?: number;
  readonly alignment?: Alignment;
};

/** The styles that SheetJS reads; it omits the borders. */
export type ParsedStyles = {
  readonly Fonts?: readonly Font[];
  readonly Fills?: readonly Fill[];
  readonly CellXf?: readonly CellFormat[];
};
export type Fill = { readonly patternType?: string; readonly fgColor?: Color; readonly bgColor?: Color };
type ThemeColors = readonly { readonly rgb?: string }[];

/** A style without an alignment depends on the type of the value. */
export type CellFormatStyle = Omit<CellStyle, 'align'> & { readonly align: CellStyle['align'] | null };

const hex = (rgb: string | undefined) => {
  const digits = /^(?:[\da-f]{2})?([\da-f]{6})$/i.exec(rgb ?? '')?.[1];
  return digits ? `#${digits.toLowerCase()}` : null;
};

/** The fill colour of a pattern; a light pattern is approximated by a light colour. */
export function fillColor(fill: Fill | undefined): string | null {
  if (!fill?.patternType || fill.patternType === 'none') return null;
  if (fill.patternType === 'gray125') return '#f0f0f0';
  return hex(fill.fgColor?.rgb) ?? hex(fill.bgColor?.rgb);
}

const borderStyles: Readonly<Record<string, string>> = {
  medium: '2px solid',
  mediumDashed: '2px dashed',
  thick: '3px solid',
  double: '3px double',
  dashed: '1px dashed',
  dotted: '1px dotted',
  hair: '1px dotted',
};

function borderColor({ attributes }: XmlElement, theme: ThemeColors): string {
  const explicitColor = hex(attributes['rgb']);
  if (explicitColor) return explicitColor;
  const themeColor = hex(theme[Number(attributes['theme'] ?? Number.NaN)]?.rgb);
  return themeColor ?? '#000000';
}

function bordersOf(stylesXml: string, theme: ThemeColors): (string | null)[][] {
  const all = elementOf(stylesXml, 'borders')?.inner ?? '';
  return elementsOf(all, 'border').map(({ inner }) =>
    (['top', 'right', 'bottom', 'left'] as const).map((side) => {
      const edge = elementOf(inner, side) ?? elementOf(inner, side === 'left' ? 'start' : 'end');
      const style = edge?.attributes['style'];
      if (!edge || !style || style === 'none') return null;
      const color = elementOf(edge.inner, 'color');
      return `${borderStyles[style] ?? '1px solid'} ${color ? borderColor(color, theme) : '#000000'}`;
    }),
  );
}

const aligns: Readonly<Record<string, CellStyle['align']>> = {
  left: 'left',
  center: 'center',
  centerContinuous: 'center',
  distributed: 'center',
  justify: 'left',
  fill: 'left',
  right: 'right',
};
const verticals: Readonly<Record<string, CellStyle['vertical']>> = {
  top: 'top',
  center: 'middle',
  justify: 'top',
  distributed: 'middle',
};
const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

/** The styles of the cell formats of a workbook, in the order of their indexes. */
export function xlsxStyles(styles: ParsedStyles, theme: ThemeColors, stylesXml: string): CellFormatStyle[] {
  const borders = bordersOf(stylesXml, theme);
  return (styles.CellXf ?? []).map(({ fontId, fillId, borderId, alignment }) => {
    const font = styles.Fonts?.[fontId ?? 0];
    const { horizontal = '', vertical = '', wrapText, indent } = alignment ?? {};
    return {
      align: aligns[horizontal] ?? null,
      vertical: verticals[vertical] ?? 'bottom',
      wrap: isTrue(wrapText) || horizontal === 'justify',
      indent: Math.min(15, Math.max(0, Number(indent) || 0)),
      bold: isTrue(font?.bold),
      italic: isTrue(font?.italic),
      underline: Boolean(font?.underline),
      strike: isTrue(font?.strike),
      size: Math.min(96, Math.max(4, Number(font?.sz) || defaultCellStyle.size)),
      color: hex(font?.color?.rgb),
      fill: fillColor(styles.Fills?.[fillId ?? 0]),
      borders: borders[borderId ?? 0] ?? defaultCellStyle.borders,
    };
  });
}
