import { marks, prependMark } from './docx-marks.rules.ts';
import { attributeOf, childNamed, elementsNamed, isOn, isWordElement } from './docx-markup.rules.ts';

const linedGrids = new Set(['lines', 'linesAndChars', 'snapToChars']);
const pixelsPerTwip = 96 / 1440;

/** The distances of the lines of the grids of the sections (`w:docGrid`), in CSS pixels; 0 for a section without lines. */
export function linePitchesOf(part: Document): readonly number[] {
  return elementsNamed(part, 'sectPr')
    .filter(isWordElement)
    .map((section) => {
      const grid = childNamed(section, 'docGrid');
      const isLined = grid !== undefined && linedGrids.has(attributeOf(grid, 'type') ?? '');
      return isLined ? Math.max(0, Number(attributeOf(grid, 'linePitch')) || 0) * pixelsPerTwip : 0;
    });
}

/** The paragraph styles that leave the grid (`w:snapToGrid`), with those that are based on them. */
export function gridlessStyles(styles: Document): ReadonlySet<string> {
  const all = new Map(
    elementsNamed(styles, 'style').map((style) => {
      const properties = childNamed(style, 'pPr');
      const own = properties && childNamed(properties, 'snapToGrid');
      const base = childNamed(style, 'basedOn');
      return [attributeOf(style, 'styleId') ?? '', { own, base: base ? attributeOf(base, 'val') : null }];
    }),
  );
  const isGridless = (id: string | null, depth: number): boolean => {
    const style = all.get(id ?? '');
    if (!style || depth > 16) return false;
    return style.own ? !isOn(style.own) : isGridless(style.base, depth + 1);
  };
  return new Set([...all.keys()].filter((id) => isGridless(id, 0)));
}

/** Marks the paragraphs that do not take part in the grid of their section. */
export function markGridless(part: Document, gridless: ReadonlySet<string>): void {
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement)) {
    const properties = childNamed(paragraph, 'pPr');
    const own = properties && childNamed(properties, 'snapToGrid');
    const style = properties && childNamed(properties, 'pStyle');
    if (own ? !isOn(own) : gridless.has((style && attributeOf(style, 'val')) ?? ''))
      prependMark(paragraph, marks.gridless);
  }
}
