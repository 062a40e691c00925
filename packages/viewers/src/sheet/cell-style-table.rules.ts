import { type CellStyle, defaultCellStyle } from './sheet.types.ts';
import type { CellFormatStyle } from './xlsx-styles.rules.ts';

export type CellStyleTable = {
  readonly all: readonly CellStyle[];
  /** The index of a style: of a cell format, or of a fill where only that is known. */
  indexOf(type: string, format: CellFormatStyle | string | null): number;
  /** Whether a cell of this style is visible even when it is empty. */
  isVisible(style: number): boolean;
};

/** The default alignment of a cell type: numbers right, booleans and errors centred. */
const defaultAlign = (type: string): CellStyle['align'] => {
  if (type === 'n' || type === 'd') return 'right';
  return type === 'b' || type === 'e' ? 'center' : 'left';
};

/** Stores each style once, so that cells contain only its index. */
export function createCellStyleTable(): CellStyleTable {
  const all: CellStyle[] = [];
  const indexes = new Map<CellFormatStyle | string | null, Map<CellStyle['align'], number>>();
  return {
    all,
    indexOf(type, format) {
      const isFormat = typeof format === 'object' && format !== null;
      const align = (isFormat ? format.align : null) ?? defaultAlign(type);
      const byAlign = indexes.get(format) ?? new Map<CellStyle['align'], number>();
      indexes.set(format, byAlign);
      const index =
        byAlign.get(align) ??
        all.push({ ...defaultCellStyle, ...(isFormat ? format : { fill: format }), align }) - 1;
      byAlign.set(align, index);
      return index;
    },
    isVisible(style) {
      const { fill, borders } = all[style] ?? defaultCellStyle;
      return fill !== null || borders.some((border) => border !== null);
    },
  };
}
