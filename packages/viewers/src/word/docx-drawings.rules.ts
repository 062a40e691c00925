import type { Drawing } from '../drawingml/drawing.types.ts';
import { themeColorsOf } from '../drawingml/drawing-color.rules.ts';
import { readDrawing } from '../drawingml/drawingml.rules.ts';
import { readVml } from '../drawingml/vml.rules.ts';
import { createMark, marks } from './docx-marks.rules.ts';
import { createElementLike, elementsNamed, isWordElement, paragraphOf } from './docx-markup.rules.ts';

/** A drawing that was taken out of a part, with the path of the part. */
export type TakenDrawing = { readonly drawing: Drawing; readonly path: string };

/** The drawings of a document, in the order of their marks. */
export type DrawingCollector = {
  readonly drawings: readonly TakenDrawing[];
  readonly themeColor: (name: string) => string | null;
  /** Takes the drawings out of a part and leaves marks in their places. */
  take(part: Document, path: string): void;
};

/** More drawings stay where the layout library shows or omits them. */
const maxDrawings = 2000;

const hasAny = (element: Element, names: readonly string[]) => elementsNamed(element, ...names).length > 0;

/** Replaces alternatives by the drawing that Word shows; older programs show the last one. */
function resolveDrawnAlternates(part: Document): void {
  for (const alternate of elementsNamed(part, 'AlternateContent')) {
    if (!alternate.isConnected) continue;
    const branches = Array.from(alternate.children);
    const drawn = branches.find(
      (branch) => branch.localName === 'Choice' && hasAny(branch, ['wsp', 'wgp', 'wpc', 'pic']),
    );
    if (drawn && alternate.parentElement?.localName === 'r')
      alternate.replaceWith(...Array.from(drawn.childNodes));
  }
}

/** Puts the paragraphs of a shape into a table of one cell, which the layout library renders like any other. */
function moveText(content: Element, paragraph: Element, id: number): void {
  const create = (name: string) => createElementLike(paragraph, name);
  const [table, row, cell, start] = [create('tbl'), create('tr'), create('tc'), create('p')];
  start.append(createMark(paragraph, `${marks.shapeText}${id}`));
  cell.append(start, ...Array.from(content.children));
  row.append(cell);
  table.append(row);
  paragraph.after(table);
}

/** Tells whether a picture of a part is in a format that browsers do not draw. */
type IsMetafile = (path: string, relationship: string) => boolean;

export function createDrawingCollector(theme: Document | null, isMetafile: IsMetafile): DrawingCollector {
  const drawings: TakenDrawing[] = [];
  const themeColor = themeColorsOf(theme);
  let texts = 0;
  return {
    drawings,
    themeColor,
    take(part, path) {
      resolveDrawnAlternates(part);
      for (const element of elementsNamed(part, 'drawing', 'pict', 'object').filter(isWordElement)) {
        const run = element.parentElement;
        const paragraph = paragraphOf(element);
        if (run?.localName !== 'r' || !paragraph || !element.isConnected || drawings.length >= maxDrawings)
          continue;
        const takeText = (content: Element) => {
          const id = texts;
          texts += 1;
          moveText(content, paragraph, id);
          return id;
        };
        const context = { themeColor, takeText };
        // The layout library draws pictures in the text.
        const isPlain = ({ placement, node }: Drawing) =>
          placement === 'inline' && node.kind === 'picture' && !isMetafile(path, node.relationship);
        const isDrawing = element.localName === 'drawing';
        const read = isDrawing ? readDrawing(element, context) : readVml(element, context);
        const found = read === null ? [] : [read].flat();
        if (found.length === 0 || (isDrawing && found.every(isPlain))) continue;
        for (const drawing of found) {
          run.before(createMark(run, `${marks.drawing}${drawings.length}`));
          drawings.push({ drawing, path });
        }
        element.remove();
      }
    },
  };
}
