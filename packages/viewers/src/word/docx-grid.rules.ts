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

/** Properties of paragraphs that are on unless a style or a paragraph switches them off, with the marks of those without. */
const switches = [
  ['snapToGrid', marks.gridless],
  ['autoSpaceDE', marks.unspacedLetters],
  ['autoSpaceDN', marks.unspacedDigits],
  ['overflowPunct', marks.noHangingPunctuation],
  ['widowControl', marks.singleLines],
] as const;

/** The paragraph styles that switch a property off, by its name, with those that are based on them. */
export type SwitchedOff = ReadonlyMap<string, ReadonlySet<string>>;

export function switchedOffStyles(styles: Document): SwitchedOff {
  return new Map(switches.map(([name]) => [name, stylesWithout(styles, name)]));
}

function stylesWithout(styles: Document, name: string): ReadonlySet<string> {
  const all = new Map(
    elementsNamed(styles, 'style').map((style) => {
      const properties = childNamed(style, 'pPr');
      const own = properties && childNamed(properties, name);
      const base = childNamed(style, 'basedOn');
      return [attributeOf(style, 'styleId') ?? '', { own, base: base ? attributeOf(base, 'val') : null }];
    }),
  );
  const isOff = (id: string | null, depth: number): boolean => {
    const style = all.get(id ?? '');
    if (!style || depth > 16) return false;
    return style.own ? !isOn(style.own) : isOff(style.base, depth + 1);
  };
  const off = [...all.keys()].filter((id) => isOff(id, 0));
  // Paragraphs that name no style have the default one.
  const byDefault = elementsNamed(styles, 'style').find(
    (style) => attributeOf(style, 'type') === 'paragraph' && attributeOf(style, 'default') === '1',
  );
  const isDefaultOff = byDefault !== undefined && off.includes(attributeOf(byDefault, 'styleId') ?? '');
  return new Set(isDefaultOff ? [...off, ''] : off);
}

/** Marks the paragraphs without a property that paragraphs have otherwise. */
export function markSwitchedOff(part: Document, styles: SwitchedOff): void {
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement)) {
    const properties = childNamed(paragraph, 'pPr');
    const style = properties && childNamed(properties, 'pStyle');
    const styleId = (style && attributeOf(style, 'val')) ?? '';
    for (const [name, mark] of switches) {
      const own = properties && childNamed(properties, name);
      if (own ? !isOn(own) : (styles.get(name)?.has(styleId) ?? false)) prependMark(paragraph, mark);
    }
  }
}
