import { ViewerError } from '../viewer/viewer.types.ts';
import { arcPoints, bulgePoints, ellipsePoints } from './curve.rules.ts';

/** A pair of the file: a code, which tells the meaning, and a value. */
type Group = { readonly code: number; readonly value: unknown };
type Scanner = { next(): Group; isEOF(): boolean };
type Properties = Record<string, unknown>;

const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
const radians = (value: unknown) => (numberOf(value) * Math.PI) / 180;

/** The first colours of the index; an object of another one has the colour of its layer. */
const basicColors: Readonly<Record<number, number>> = {
  1: 0xff0000,
  2: 0xffff00,
  3: 0x00ff00,
  4: 0x00ffff,
  5: 0x0000ff,
  6: 0xff00ff,
  7: 0xffffff,
  8: 0x808080,
  9: 0xc0c0c0,
};

/** The groups of an object up to the next one, and the properties that all objects have. */
function readGroups(scanner: Scanner): {
  readonly groups: readonly Group[];
  readonly properties: Properties;
} {
  const groups: Group[] = [];
  const properties: Properties = {};
  for (let group = scanner.next(); group.code !== 0; group = scanner.next()) {
    groups.push(group);
    const { code, value } = group;
    if (code === 8) properties['layer'] = value;
    if (code === 67) properties['inPaperSpace'] = value === 1;
    if (code === 60) properties['visible'] = value === 0;
    if (code === 62) {
      properties['colorIndex'] = value;
      properties['color'] = basicColors[numberOf(value)];
    }
    if (scanner.isEOF()) break;
  }
  return { groups, properties };
}

const parsedTables = new Set(['LAYER', 'LTYPE', 'VPORT']);

/**
 * Asserts that tables contain their own entries only: the parser would wait for ever at the start of another one.
 * @throws ViewerError `unreadable`
 */
export function assertTables(source: string): void {
  const lines = source.split(/\r\n|\r|\n/);
  let table: string | null = null;
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const code = Number.parseInt(lines[at] ?? '', 10);
    const value = (lines[at + 1] ?? '').trim();
    if (code === 2 && table === '') table = parsedTables.has(value) ? value : null;
    if (code !== 0) continue;
    if (table && value !== table && value !== 'ENDTAB') throw new ViewerError('unreadable');
    if (value === 'TABLE') table = '';
    else if (value === 'ENDTAB') table = null;
  }
}

const valueOf = (groups: readonly Group[], code: number): unknown =>
  groups.find((group) => group.code === code)?.value;

/** The text of an attribute of a block, such as a field of a title block. The parser knows its definition only. */
export class AttributeReader {
  readonly ForEntityName = 'ATTRIB';

  parseEntity(scanner: Scanner): Properties {
    const { groups, properties } = readGroups(scanner);
    const pointAt = (code: number) => ({
      x: numberOf(valueOf(groups, code)),
      y: numberOf(valueOf(groups, code + 10)),
    });
    const isHidden = (numberOf(valueOf(groups, 70)) & 1) === 1;
    return {
      ...properties,
      type: 'TEXT',
      text: isHidden ? '' : valueOf(groups, 1),
      startPoint: pointAt(10),
      ...(valueOf(groups, 11) === undefined ? {} : { endPoint: pointAt(11) }),
      textHeight: valueOf(groups, 40),
      rotation: valueOf(groups, 50),
      halign: valueOf(groups, 72),
    };
  }
}

/** Reads groups in sequence. */
class Cursor {
  readonly #groups: readonly Group[];
  #at = 0;

  constructor(groups: readonly Group[]) {
    this.#groups = groups;
  }

  /** The value of the next group with the code, within the groups that may be skipped. */
  take(code: number): number {
    while (this.#at < this.#groups.length) {
      const group = this.#groups[this.#at];
      this.#at += 1;
      if (group?.code === code) return numberOf(group.value);
    }
    throw new RangeError(`group ${code} is missing`);
  }

  takeIfNext(code: number): number | null {
    const group = this.#groups[this.#at];
    if (group?.code !== code) return null;
    this.#at += 1;
    return numberOf(group.value);
  }

  point(code: number) {
    return { x: this.take(code), y: this.take(code + 10) };
  }
}

function readPolyline(cursor: Cursor): number[] {
  cursor.take(72);
  cursor.take(73);
  const count = cursor.take(93);
  const vertices: { x: number; y: number; bulge: number }[] = [];
  for (let index = 0; index < count; index += 1)
    vertices.push({ ...cursor.point(10), bulge: cursor.takeIfNext(42) ?? 0 });
  return vertices.flatMap((vertex, index) =>
    bulgePoints(vertex, vertices[(index + 1) % vertices.length] ?? vertex, vertex.bulge),
  );
}

const edgeTypes = { line: 1, arc: 2, ellipse: 3 } as const;

/** The points of one edge: a line, an arc or an ellipse. */
function readEdge(cursor: Cursor): number[] {
  const type = cursor.take(72);
  if (type < edgeTypes.line || type > edgeTypes.ellipse) throw new RangeError('the edge is a spline');
  const start = cursor.point(10);
  if (type === edgeTypes.line) {
    const end = cursor.point(11);
    return [start.x, start.y, end.x, end.y];
  }
  const major = type === edgeTypes.arc ? null : cursor.point(11);
  const size = cursor.take(40);
  const [from, to] = [radians(cursor.take(50)), radians(cursor.take(51))];
  const isCounterclockwise = cursor.take(73) !== 0;
  // The angles of a clockwise edge count in the other direction.
  const [first, last] = isCounterclockwise ? [from, to] : [-to, -from];
  const points = major
    ? ellipsePoints({ center: start, major, ratio: size, from: first, to: last })
    : arcPoints(start, size, first, last);
  if (isCounterclockwise) return points;
  const reversed: number[] = [];
  for (let at = points.length - 2; at >= 0; at -= 2) reversed.push(points[at] ?? 0, points[at + 1] ?? 0);
  return reversed;
}

const polylineFlag = 2;
const maxLoops = 10_000;

/** The outlines of a hatch. Its pattern is not drawn. */
export class HatchReader {
  readonly ForEntityName = 'HATCH';

  parseEntity(scanner: Scanner): Properties {
    const { groups, properties } = readGroups(scanner);
    const loops: number[][] = [];
    try {
      const cursor = new Cursor(groups);
      const count = Math.min(maxLoops, cursor.take(91));
      while (loops.length < count) {
        const isPolyline = (cursor.take(92) & polylineFlag) !== 0;
        if (isPolyline) loops.push(readPolyline(cursor));
        else {
          const edges = cursor.take(93);
          const loop: number[] = [];
          for (let edge = 0; edge < edges; edge += 1) for (const value of readEdge(cursor)) loop.push(value);
          loops.push(loop);
        }
      }
    } catch (error) {
      // The outlines before the damaged one, or before a spline, can be drawn.
      if (!(error instanceof RangeError)) throw error;
    }
    return { ...properties, type: 'HATCH', loops, isFilled: valueOf(groups, 70) === 1 };
  }
}
