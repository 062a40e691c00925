import { type Look, plainLook } from './sheet.types.ts';
import type { OpenLook } from './xlsx-looks.rules.ts';

export type LookTable = {
  readonly all: readonly Look[];
  /** The index of a style: of a cell format, or of a fill where only that is known. */
  of(type: string, format: OpenLook | string | null): number;
  /** Whether a cell of this style is visible even when it is empty. */
  isVisible(look: number): boolean;
};

/** The default alignment of a cell type: numbers right, booleans and errors centred. */
const ownAlign = (type: string): Look['align'] => {
  if (type === 'n' || type === 'd') return 'right';
  return type === 'b' || type === 'e' ? 'center' : 'left';
};

/** Stores each style once, so that cells contain only its index. */
export function createLookTable(): LookTable {
  const all: Look[] = [];
  const places = new Map<OpenLook | string | null, Map<Look['align'], number>>();
  return {
    all,
    of(type, format) {
      const isFormat = typeof format === 'object' && format !== null;
      const align = (isFormat ? format.align : null) ?? ownAlign(type);
      const known = places.get(format) ?? new Map<Look['align'], number>();
      places.set(format, known);
      const place =
        known.get(align) ?? all.push({ ...plainLook, ...(isFormat ? format : { fill: format }), align }) - 1;
      known.set(align, place);
      return place;
    },
    isVisible(look) {
      const { fill, borders } = all[look] ?? plainLook;
      return fill !== null || borders.some((border) => border !== null);
    },
  };
}
