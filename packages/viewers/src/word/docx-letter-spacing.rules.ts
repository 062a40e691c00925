import { createMark, marks } from './docx-marks.rules.ts';
import { attributeOf, childNamed, elementsNamed, isWordElement } from './docx-markup.rules.ts';

/** The space behind each letter of the styles of a document, in twentieths of a point; the key of its defaults is empty. */
export type LetterSpacings = ReadonlyMap<string, number>;

/** The largest space of Word, in twentieths of a point. */
const maxSpacing = 31_680;

/** The space that run properties put behind each letter; null where they do not say. */
function spacingOf(properties: Element | undefined): number | null {
  const spacing = properties && childNamed(properties, 'spacing');
  const value = (spacing && attributeOf(spacing, 'val')) ?? '';
  return /^[+-]?\d+$/.test(value) ? Math.max(-maxSpacing, Math.min(maxSpacing, Number(value))) : null;
}

/** Reads the space between letters of the styles of a document. */
export function letterSpacingsOf(styles: Document | null): LetterSpacings {
  const [defaults] = styles ? elementsNamed(styles, 'rPrDefault') : [];
  const all = styles ? elementsNamed(styles, 'style') : [];
  const owners: readonly (readonly [string, Element])[] = [
    ...(defaults ? [['', defaults] as const] : []),
    ...all.map((style) => [attributeOf(style, 'styleId') ?? '', style] as const),
  ];
  return new Map(
    owners.flatMap(([id, owner]) => {
      const spacing = spacingOf(childNamed(owner, 'rPr'));
      return spacing === null ? [] : [[id, spacing] as const];
    }),
  );
}

const textElements = new Set(['t', 'tab', 'sym', 'noBreakHyphen']);

/** Marks the runs with a space between letters of their own, which the layout library does not read. */
export function markLetterSpacing(part: Document): void {
  for (const run of elementsNamed(part, 'r').filter(isWordElement)) {
    const spacing = spacingOf(childNamed(run, 'rPr'));
    if (spacing === null || !Array.from(run.children).some(({ localName }) => textElements.has(localName)))
      continue;
    run.before(createMark(run, `${marks.letterSpacing}${spacing}`));
  }
}
