type Point = { readonly x: number; readonly y: number };

const segmentsPerTurn = 72;
const maxSplineSegments = 2000;
const fullTurn = 2 * Math.PI;

/** The points of a circular arc, counterclockwise. */
export function arcPoints(center: Point, radius: number, from: number, to: number): number[] {
  return ellipsePoints({ center, major: { x: radius, y: 0 }, ratio: 1, from, to });
}

type Ellipse = {
  readonly center: Point;
  /** The end of the major axis, from the center. */
  readonly major: Point;
  /** The length of the minor axis in relation to the major one. */
  readonly ratio: number;
  readonly from: number;
  readonly to: number;
};

export function ellipsePoints({ center, major, ratio, from, to }: Ellipse): number[] {
  let sweep = (to - from) % fullTurn;
  if (sweep <= 0) sweep += fullTurn;
  const count = Math.max(2, Math.ceil((Math.abs(sweep) / fullTurn) * segmentsPerTurn));
  const points: number[] = [];
  for (let index = 0; index <= count; index += 1) {
    const angle = from + (sweep * index) / count;
    const [along, across] = [Math.cos(angle), Math.sin(angle) * ratio];
    points.push(center.x + along * major.x - across * major.y, center.y + along * major.y + across * major.x);
  }
  return points;
}

/** The points of an arc between two vertices; `bulge` is the tangent of a quarter of its angle. */
export function bulgePoints(start: Point, end: Point, bulge: number): number[] {
  if (bulge === 0 || !Number.isFinite(bulge)) return [end.x, end.y];
  const angle = 4 * Math.atan(bulge);
  const count = Math.max(2, Math.ceil((Math.abs(angle) / fullTurn) * segmentsPerTurn));
  const chord = Math.hypot(end.x - start.x, end.y - start.y);
  const radius = chord / 2 / Math.sin(angle / 2);
  const direction = Math.atan2(end.y - start.y, end.x - start.x);
  const toCenter = direction + Math.PI / 2 - angle / 2;
  const center = { x: start.x + radius * Math.cos(toCenter), y: start.y + radius * Math.sin(toCenter) };
  const first = Math.atan2(start.y - center.y, start.x - center.x);
  const points: number[] = [];
  for (let index = 1; index <= count; index += 1) {
    const at = first + (angle * index) / count;
    points.push(center.x + Math.abs(radius) * Math.cos(at), center.y + Math.abs(radius) * Math.sin(at));
  }
  return points;
}

type Spline = {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly controls: readonly Point[];
};

/** The points of a B-spline by the algorithm of de Boor; its control polygon if the knots do not fit. */
export function splinePoints({ degree, knots, controls }: Spline): number[] {
  const polygon = controls.flatMap(({ x, y }) => [x, y]);
  const count = controls.length;
  if (degree < 1 || degree > 10 || count <= degree || knots.length < count + degree + 1) return polygon;
  const first = knots[degree] ?? 0;
  const last = knots[count] ?? 0;
  if (!(last > first)) return polygon;
  const segments = Math.min(maxSplineSegments, 8 * count);
  const points: number[] = [];
  for (let index = 0, span = degree; index <= segments; index += 1) {
    const at = first + ((last - first) * index) / segments;
    while (span < count - 1 && at >= (knots[span + 1] ?? 0)) span += 1;
    const xs: number[] = [];
    const ys: number[] = [];
    for (let offset = 0; offset <= degree; offset += 1) {
      const control = controls[span - degree + offset];
      xs.push(control?.x ?? 0);
      ys.push(control?.y ?? 0);
    }
    for (let level = 1; level <= degree; level += 1) {
      for (let offset = degree; offset >= level; offset -= 1) {
        const start = knots[span - degree + offset] ?? 0;
        const width = (knots[span + 1 + offset - level] ?? 0) - start;
        const share = width === 0 ? 0 : (at - start) / width;
        xs[offset] = (1 - share) * (xs[offset - 1] ?? 0) + share * (xs[offset] ?? 0);
        ys[offset] = (1 - share) * (ys[offset - 1] ?? 0) + share * (ys[offset] ?? 0);
      }
    }
    points.push(xs[degree] ?? 0, ys[degree] ?? 0);
  }
  return points;
}
