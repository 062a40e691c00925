import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Plot, Series } from './chart.types.ts';
import { labelTextOf } from './chart-labels.rules.ts';
import { type Area, createLines, lineHeightOf, linesOf } from './chart-text.viewer.ts';

/** A circle takes this share of the area of a chart; labels outside of it need more room. */
const radiusShare = { alone: 0.95, labelled: 0.75 };
const outsideShare = 1.12;

type Ring = {
  readonly x: number;
  readonly y: number;
  readonly outer: number;
  readonly inner: number;
  /** The angle of the first part, in radians from above. */
  readonly start: number;
};

const pointAt = ({ x, y }: Ring, radius: number, angle: number): readonly [number, number] => [
  x + radius * Math.sin(angle),
  y - radius * Math.cos(angle),
];

/** The ring of a part, moved away from the middle. */
function movedRing(ring: Ring, series: Series, at: number, middle: number): Ring {
  const [x, y] = pointAt(ring, ring.outer * series.explosion(at), middle);
  return { ...ring, x, y };
}

const isOutside = ({ labels }: Series) => labels.position === 'outEnd';

function drawLabel(svg: Element, text: string, ring: Ring, angle: number, series: Series): void {
  if (text === '') return;
  const { style, position } = series.labels;
  const radius = isOutside(series)
    ? ring.outer * outsideShare
    : ring.inner > 0 || position === 'ctr'
      ? (ring.inner + ring.outer) / 2
      : ring.outer * 0.75;
  const [x, y] = pointAt(ring, radius, angle);
  const lines = linesOf(text, ring.outer, style);
  svg.append(...createLines(lines, x, y - (lines.length / 2) * lineHeightOf(style), style));
}

/** Draws the parts of a whole as sectors of a ring. */
function drawRing(svg: Element, series: Series, ring: Ring): void {
  const { outer, inner } = ring;
  const total = series.values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0) || 1;
  let start = ring.start;
  for (const [at, value] of series.values.entries()) {
    const share = Math.max(0, value ?? 0) / total;
    // A whole circle would end where it starts.
    const angle = Math.min(2 * Math.PI - 1e-4, share * 2 * Math.PI);
    const end = start + angle;
    const large = angle > Math.PI ? 1 : 0;
    const middle = (start + end) / 2;
    const moved = movedRing(ring, series, at, middle);
    const place = (radius: number, turn: number) => pointAt(moved, radius, turn).join(' ');
    const path = [
      `M${place(inner, start)}L${place(outer, start)}`,
      `A${outer} ${outer} 0 ${large} 1 ${place(outer, end)}L${place(inner, end)}`,
      inner > 0 ? `A${inner} ${inner} 0 ${large} 0 ${place(inner, start)}` : '',
    ];
    const fill = series.pointColors.get(at) ?? series.color;
    svg.append(createSvg('path', { d: `${path.join('')}Z`, fill, stroke: '#ffffff', class: 'mark' }));
    drawLabel(svg, labelTextOf(series, at, share), moved, middle, series);
    start = end;
  }
}

/** Draws a pie, or the rings of a doughnut with the first series inside. */
export function drawPie(svg: Element, { series, kind, firstAngle, hole }: Plot, { x, y, w, h }: Area): void {
  const shown = kind === 'doughnut' ? series : series.slice(0, 1);
  const isLabelled = shown.some((each) => isOutside(each) && labelTextOf(each, 0) !== '');
  const furthest = Math.max(
    0,
    ...shown.map((each) => Math.max(0, ...each.values.map((_, at) => each.explosion(at)))),
  );
  const room = isLabelled ? radiusShare.labelled : radiusShare.alone;
  const radius = ((Math.min(w, h) / 2) * room) / (1 + furthest);
  const width = (radius * (1 - hole)) / Math.max(1, shown.length);
  for (const [at, each] of shown.entries()) {
    const inner = radius * hole + at * width;
    const start = (firstAngle * Math.PI) / 180;
    drawRing(svg, each, { x: x + w / 2, y: y + h / 2, inner, outer: inner + width, start });
  }
}
