import { drawChart } from '../chart/draw-chart.viewer.ts';
import { drawNode } from '../drawingml/draw-nodes.viewer.ts';
import type { Anchor, AnchorAxis, Drawing } from '../drawingml/drawing.types.ts';
import type { TakenDrawing } from './docx-drawings.rules.ts';
import { marks } from './docx-marks.rules.ts';
import type { DrawingMedia } from './docx-media.util.ts';

/** The paragraphs of a shape, which the layout library rendered in a table after the paragraph of the shape. */
function takeTexts(roots: readonly HTMLElement[]): ReadonlyMap<string, readonly Node[]> {
  const texts = new Map<string, readonly Node[]>();
  const found = roots.flatMap((root) => Array.from(root.querySelectorAll(`span[id^="${marks.shapeText}"]`)));
  // From the end, so that a shape in the text of another one is taken before.
  for (const mark of found.toReversed()) {
    const start = mark.closest('p');
    const cell = mark.closest('td');
    if (!start || !cell) continue;
    start.remove();
    texts.set(mark.id, Array.from(cell.childNodes));
    cell.closest('table')?.remove();
  }
  return texts;
}

const isInFlow = ({ from }: AnchorAxis) => from === 'paragraph' || from === 'line' || from === 'character';

/** Whether a drawing lies over the page, with no room in the text. */
const isOverPage = ({ wrap, vertical }: Anchor) => wrap === 'none' || !isInFlow(vertical);

/** Text stands beside a drawing only with at least this much room. */
const minRoomPx = 48;

function createFloat(element: HTMLElement, anchor: Anchor, contentWidth: number): HTMLElement {
  const { horizontal, vertical, wrap } = anchor;
  const [w, h] = [Number.parseFloat(element.style.width), Number.parseFloat(element.style.height)];
  const float = document.createElement('div');
  float.className = 'float';
  const left =
    horizontal.align === null ? horizontal.offset : alignedAt(horizontal.align, 0, contentWidth, w);
  // Office programs put no text, not even an empty line, beside a drawing that leaves less room.
  const isAlone = wrap === 'topAndBottom' || contentWidth - w < minRoomPx;
  const above = Math.max(0, vertical.offset);
  if (isAlone && above > 0) float.dataset['above'] = String(above);
  const isRight = !isAlone && left + w / 2 > contentWidth / 2;
  Object.assign(float.style, {
    float: isAlone ? 'none' : isRight ? 'right' : 'left',
    width: isAlone ? '100%' : `${w}px`,
    height: `${above + h}px`,
    // Lines above the drawing have the width of the paragraph.
    shapeOutside: isAlone ? '' : `inset(${above}px 0 0 0)`,
    marginLeft: isRight ? '9px' : isAlone ? '' : `${Math.max(0, left)}px`,
    marginRight: isRight ? `${Math.max(0, contentWidth - left - w)}px` : isAlone ? '' : '9px',
  });
  if (isAlone) element.style.left = `${left}px`;
  element.style.top = `${above}px`;
  float.append(element);
  return float;
}

/** The place of a drawing with an alignment in an area. */
const alignedAt = (align: string, start: number, size: number, own: number): number =>
  /center|middle/.test(align)
    ? start + (size - own) / 2
    : /right|bottom|outside/.test(align)
      ? start + size - own
      : start;

/** Draws the drawings of a document in the places of their marks, in displayed pages. */
export function insertDrawings(
  roots: readonly HTMLElement[],
  drawings: readonly TakenDrawing[],
  media: DrawingMedia,
): void {
  const texts = takeTexts(roots);
  for (const root of roots)
    for (const mark of Array.from(root.querySelectorAll<HTMLElement>(`span[id^="${marks.drawing}"]`))) {
      const taken = drawings[Number(mark.id.slice(marks.drawing.length))];
      if (taken) insertDrawing(mark, taken, texts, media);
    }
}

function insertDrawing(
  mark: HTMLElement,
  { drawing, path }: TakenDrawing,
  texts: ReadonlyMap<string, readonly Node[]>,
  media: DrawingMedia,
): void {
  const element = drawNode(drawing.node, {
    text: ({ id }) => texts.get(`${marks.shapeText}${id}`) ?? [],
    picture: (relationship) => media.picture(path, relationship),
    chart: (relationship, box) => {
      const chart = media.chart(path, relationship);
      return chart && drawChart(chart, box, media.themeColor);
    },
  });
  name(element, drawing);
  const { placement } = drawing;
  const paragraph = mark.closest('p');
  if (placement === 'inline' || !paragraph) {
    const inline = document.createElement('span');
    inline.className = 'drawing';
    Object.assign(inline.style, { width: element.style.width, height: element.style.height });
    inline.append(element);
    mark.replaceWith(inline);
    return;
  }
  mark.remove();
  if (isOverPage(placement)) {
    const holder = document.createElement('div');
    holder.className = 'anchor';
    Object.assign(holder.dataset, {
      horizontal: JSON.stringify(placement.horizontal),
      vertical: JSON.stringify(placement.vertical),
    });
    if (placement.isBehind) element.classList.add('behind');
    holder.append(element);
    paragraph.before(holder);
  } else paragraph.before(createFloat(element, placement, paragraph.parentElement?.clientWidth ?? 0));
}

function name(element: HTMLElement, { title, node }: Drawing): void {
  if (node.kind === 'shape' && node.text) return;
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', title);
}

type Area = { readonly start: number; readonly size: number };

function areaOf(page: HTMLElement, anchor: HTMLElement, from: string, isVertical: boolean): Area {
  const style = getComputedStyle(page);
  const [before, after] = (
    isVertical ? (['paddingTop', 'paddingBottom'] as const) : (['paddingLeft', 'paddingRight'] as const)
  ).map((side) => Number.parseFloat(style[side]) || 0) as [number, number];
  const size = isVertical ? page.offsetHeight : page.offsetWidth;
  if (from === 'page') return { start: 0, size };
  if (/^(top|left)Margin$|^(inside|top-margin|left-margin)/.test(from)) return { start: 0, size: before };
  if (/^(bottom|right)Margin$|^(outside|bottom-margin|right-margin)/.test(from))
    return { start: size - after, size: after };
  if (from === 'margin') return { start: before, size: size - before - after };
  const pageBox = page.getBoundingClientRect();
  const box = anchor.getBoundingClientRect();
  return isVertical
    ? { start: box.top - pageBox.top, size: 0 }
    : { start: box.left - pageBox.left, size: box.width };
}

/** Moves the drawings that lie over displayed pages to their places. */
export function placeOverPages(pages: readonly HTMLElement[]): void {
  for (const page of pages) {
    const anchors = Array.from(page.querySelectorAll<HTMLElement>('.anchor'));
    const places = anchors.map((anchor) => {
      const element = anchor.firstElementChild;
      if (!(element instanceof HTMLElement)) return null;
      const [x, y] = (['horizontal', 'vertical'] as const).map((axis) => {
        const isVertical = axis === 'vertical';
        const { from, offset, align } = JSON.parse(anchor.dataset[axis] ?? '{}') as AnchorAxis;
        const { start, size } = areaOf(page, anchor, from, isVertical);
        const own = Number.parseFloat(isVertical ? element.style.height : element.style.width);
        return align === null ? start + offset : alignedAt(align, start, size, own);
      });
      return { element, x, y };
    });
    for (const place of places) {
      if (!place) continue;
      Object.assign(place.element.style, { left: `${place.x}px`, top: `${place.y}px` });
      place.element.classList.add('over');
      page.append(place.element);
    }
    for (const anchor of anchors) anchor.remove();
  }
}
