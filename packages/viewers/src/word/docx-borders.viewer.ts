import { marks } from './docx-marks.rules.ts';

const pixelsPerPoint = 96 / 72;
const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;

type Bordered = {
  readonly paragraph: HTMLElement;
  /** Between the lines and the text, in CSS pixels, from the top clockwise. */
  readonly spaces: readonly number[];
  readonly dividerWidth: number;
  readonly dividerSpace: number;
  readonly widths: readonly number[];
  readonly margins: readonly number[];
  /** How far the first line begins before the others. */
  readonly hanging: number;
  /** Equal for neighbours that share a box. */
  readonly look: string;
};

function readBordered(mark: Element): Bordered | null {
  const paragraph = mark.closest('p');
  const values = mark.id.slice(marks.borders.length).split('_').map(Number);
  if (!paragraph || values.length !== 6 || !values.every(Number.isFinite)) return null;
  const pixels = values.map((points) => points * pixelsPerPoint);
  const style = getComputedStyle(paragraph);
  const margins = sides.map((side) => Number.parseFloat(style[`margin${side}`]) || 0);
  const indent = style.direction === 'rtl' ? 0 : Number.parseFloat(style.textIndent) || 0;
  const hanging = Math.max(0, -indent);
  const lines = sides.map((side) =>
    [style[`border${side}Style`], style[`border${side}Width`], style[`border${side}Color`]].join(' '),
  );
  return {
    paragraph,
    spaces: pixels.slice(0, 4),
    dividerWidth: pixels[4] ?? 0,
    dividerSpace: pixels[5] ?? 0,
    widths: sides.map((side) => Number.parseFloat(style[`border${side}Width`]) || 0),
    margins,
    hanging,
    look: JSON.stringify([mark.id, lines, margins[1], (margins[3] ?? 0) - hanging]),
  };
}

/** Puts the lines of a paragraph outside its text: to the left and right they stand in the margin. */
function placeLines({ paragraph, spaces, widths, margins, hanging }: Bordered): void {
  const [top = 0, right = 0, bottom = 0, left = 0] = spaces;
  paragraph.style.padding = `${top}px ${right}px ${bottom}px ${left + hanging}px`;
  paragraph.style.marginLeft = `${(margins[3] ?? 0) - hanging - left - (widths[3] ?? 0)}px`;
  paragraph.style.marginRight = `${(margins[1] ?? 0) - right - (widths[1] ?? 0)}px`;
}

/** Draws neighbours in one box: the space between them is inside it, with a line only where a document asks for one. */
function joinLines(above: Bordered, below: Bordered): void {
  const space = Math.max(above.margins[2] ?? 0, below.margins[0] ?? 0);
  Object.assign(above.paragraph.style, {
    borderBottom: 'none',
    paddingBottom: `${space}px`,
    marginBottom: '0',
  });
  Object.assign(below.paragraph.style, { borderTop: 'none', paddingTop: '0', marginTop: '0' });
  const { dividerWidth, dividerSpace } = above;
  if (dividerWidth === 0) return;
  above.paragraph.style.paddingBottom = `${space + dividerSpace}px`;
  below.paragraph.style.borderTop = `${dividerWidth}px solid`;
  below.paragraph.style.paddingTop = `${dividerSpace}px`;
}

/**
 * Places the borders of the paragraphs of a displayed host (`w:pBdr`). Neighbours with the same borders and indents share a
 * box. Reads everything before it writes, so that the browser lays out the document once.
 */
export function joinBorders(host: HTMLElement): void {
  const found = Array.from(host.querySelectorAll(`span[id^="${marks.borders}"]`)).flatMap(
    (mark) => readBordered(mark) ?? [],
  );
  const byParagraph = new Map(found.map((each) => [each.paragraph, each]));
  for (const each of byParagraph.values()) placeLines(each);
  for (const each of byParagraph.values()) {
    const above = byParagraph.get(each.paragraph.previousElementSibling as HTMLElement);
    if (above?.look === each.look) joinLines(above, each);
  }
}
