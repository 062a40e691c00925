import { attributeOf, childNamed, elementsNamed, isWordElement } from './docx-markup.rules.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof sides)[number];

/** A line at a side of a page: its border as CSS, and its distance from the edge of the page. */
type PageBorder = { readonly css: string; readonly edgePx: number };

/** The lines around the pages of a section, and the pages that have them. */
export type PageBorders = {
  readonly pages: 'allPages' | 'firstPage' | 'notFirstPage';
  readonly sides: Readonly<Partial<Record<Side, PageBorder>>>;
};

const pixelsPerPoint = 96 / 72;
const pixelsPerTwip = 96 / 1440;
const eighthsPerPoint = 8;
/** The largest distance and width in the standard (ECMA-376 part 1, 17.6.7), for files that exceed it. */
const maxSpacePoints = 31;
const maxWidthPoints = 12;

const lineStyles: readonly (readonly [RegExp, string])[] = [
  [/^(nil|none)$/, 'none'],
  [/^dotted$/, 'dotted'],
  [/dash/i, 'dashed'],
  [/^(double|triple|thinThick|thickThin)/, 'double'],
];

const numberOf = (element: Element | undefined, name: string): number =>
  Math.abs(Number((element && attributeOf(element, name)) ?? 0)) || 0;

function borderOf(line: Element, marginTwips: number, isFromText: boolean): PageBorder | null {
  const value = attributeOf(line, 'val') ?? 'single';
  const style = lineStyles.find(([pattern]) => pattern.test(value))?.[1] ?? 'solid';
  if (style === 'none') return null;
  const points = Math.min(numberOf(line, 'sz') / eighthsPerPoint, maxWidthPoints);
  const widthPx = Math.max(1, points * pixelsPerPoint * (style === 'double' ? 3 : 1));
  const spacePx = Math.min(numberOf(line, 'space'), maxSpacePoints) * pixelsPerPoint;
  const color = attributeOf(line, 'color') ?? '';
  return {
    css: `${widthPx}px ${style} ${/^[\da-f]{6}$/i.test(color) ? `#${color}` : 'currentcolor'}`,
    edgePx: isFromText ? Math.max(0, marginTwips * pixelsPerTwip - spacePx - widthPx) : spacePx,
  };
}

/** Reads the page borders (`w:pgBorders`) of the sections of a document; null for a section without any. */
export function pageBordersOf(part: Document): readonly (PageBorders | null)[] {
  return elementsNamed(part, 'sectPr')
    .filter(isWordElement)
    .map((section) => {
      const borders = childNamed(section, 'pgBorders');
      if (!borders) return null;
      const margins = childNamed(section, 'pgMar');
      const isFromText = attributeOf(borders, 'offsetFrom') !== 'page';
      const display = attributeOf(borders, 'display');
      const found = sides.flatMap((side) => {
        const line = childNamed(borders, side);
        const border = line ? borderOf(line, numberOf(margins, side), isFromText) : null;
        return border ? [[side, border] as const] : [];
      });
      return {
        pages: display === 'firstPage' || display === 'notFirstPage' ? display : 'allPages',
        sides: Object.fromEntries(found),
      };
    });
}
