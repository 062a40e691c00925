import { marks, prependMark } from './docx-marks.rules.ts';
import { attributeOf, childNamed, elementsNamed, isWordElement } from './docx-markup.rules.ts';

/** The sides whose lines have a space of their own, in the order of CSS. */
const sides = ['top', 'right', 'bottom', 'left'] as const;
type Line = (typeof sides)[number] | 'between';

const logicalNames: Readonly<Partial<Record<Line, string>>> = { left: 'start', right: 'end' };
const maxStyleDepth = 16;
/** The largest space and width that the standard allows (17.3.4). */
const maxSpacePoints = 31;
const maxWidthPoints = 12;
const widthUnitsPerPoint = 8;

/** The borders that the paragraph styles of a document set, by the identifier of the style; empty for the default one. */
export type BorderStyles = ReadonlyMap<string, readonly Element[]>;

/** Reads the borders of the paragraph styles, each behind those of the style that it is based on. */
export function borderStylesOf(styles: Document | null): BorderStyles {
  const all = (styles ? elementsNamed(styles, 'style') : []).map((style) => {
    const base = childNamed(style, 'basedOn');
    const properties = childNamed(style, 'pPr');
    return {
      id: attributeOf(style, 'styleId') ?? '',
      isDefault: attributeOf(style, 'type') === 'paragraph' && attributeOf(style, 'default') === '1',
      borders: properties && childNamed(properties, 'pBdr'),
      base: base ? attributeOf(base, 'val') : null,
    };
  });
  const byId = new Map(all.map((style) => [style.id, style]));
  const chainOf = (id: string): readonly Element[] => {
    const chain: Element[] = [];
    let style = byId.get(id);
    for (let depth = 0; style && depth < maxStyleDepth; depth += 1) {
      if (style.borders) chain.unshift(style.borders);
      style = byId.get(style.base ?? '');
    }
    return chain;
  };
  const byDefault = all.find(({ isDefault }) => isDefault);
  return new Map([...byId.keys(), ''].map((id) => [id, chainOf(id || (byDefault?.id ?? ''))]));
}

/** The line of a side: the last one that is set counts. */
function lineOf(chain: readonly Element[], side: Line): Element | undefined {
  const names = new Set<string | undefined>([side, logicalNames[side]]);
  return chain
    .flatMap((borders) => Array.from(borders.children).filter(({ localName }) => names.has(localName)))
    .at(-1);
}

const isDrawn = (line: Element | undefined): line is Element =>
  line !== undefined && !/^(nil|none)$/.test(attributeOf(line, 'val') ?? 'none');

const numberOf = (line: Element, name: string, max: number): number =>
  Math.min(max, Math.max(0, Number(attributeOf(line, name)) || 0));

/**
 * Marks the paragraphs with borders with what the layout library does not read: the space between each line and the text,
 * and the width and space of the line between neighbours, in points.
 */
export function markBorders(part: Document, styles: BorderStyles): void {
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement)) {
    const properties = childNamed(paragraph, 'pPr');
    const style = properties && childNamed(properties, 'pStyle');
    const own = properties && childNamed(properties, 'pBdr');
    const inherited = styles.get((style && attributeOf(style, 'val')) ?? '') ?? [];
    const chain = own ? [...inherited, own] : inherited;
    const lines = sides.map((side) => lineOf(chain, side));
    if (!lines.some(isDrawn)) continue;
    const spaces = lines.map((line) => (isDrawn(line) ? numberOf(line, 'space', maxSpacePoints) : 0));
    const between = lineOf(chain, 'between');
    const divider = isDrawn(between)
      ? [
          numberOf(between, 'sz', maxWidthPoints * widthUnitsPerPoint) / widthUnitsPerPoint,
          numberOf(between, 'space', maxSpacePoints),
        ]
      : [0, 0];
    prependMark(paragraph, `${marks.borders}${[...spaces, ...divider].join('_')}`);
  }
}
