import Parser from 'dxf-parser';
import { ViewerError } from '../viewer/viewer.types.ts';
import { arcPoints, bulgePoints, ellipsePoints, splinePoints } from './curve.rules.ts';
import type { Drawing, DrawingPath, DrawingText } from './drawing.types.ts';
import { linesOfText, wrapLine } from './drawing-text.rules.ts';
import { AttributeReader, assertTables, HatchReader } from './dxf-entities.rules.ts';
import { compose, identity, mapX, mapY, mirror, type Plane, shift, stretch, turn } from './plane.rules.ts';

/** Limits against blocks that contain each other, and against drawings that fill the memory. */
const maxBlockLevels = 12;
const maxObjects = 1_000_000;
const maxNumbers = 12_000_000;
const maxTexts = 100_000;
const maxTextLines = 200;

type Point = { readonly x: number; readonly y: number; readonly bulge?: number };

/** An object of a drawing as the parser returns it. Damaged files lack any of the properties. */
type Entity = Readonly<Record<string, unknown>> & { readonly type?: string };
type Block = { readonly entities?: readonly Entity[]; readonly position?: unknown };
type Layer = { readonly visible?: boolean; readonly frozen?: boolean; readonly color?: number };

type Context = {
  readonly plane: Plane;
  readonly color: number | null;
  readonly level: number;
};

const numberOf = (value: unknown, fallback = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;
function pointOf(value: unknown): Point {
  const { x, y, bulge } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { x: numberOf(x), y: numberOf(y), bulge: numberOf(bulge) };
}
const pointsOf = (value: unknown): readonly Point[] => (Array.isArray(value) ? value.map(pointOf) : []);
const degrees = (value: unknown) => (numberOf(value) * Math.PI) / 180;
const white = 0xffffff;
const toColor = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value < white ? value : null;

/** Points along vertices with straight and round parts. */
function polylinePoints(vertices: readonly Point[], isClosed: boolean): number[] {
  const [first] = vertices;
  if (!first) return [];
  const points = [first.x, first.y];
  for (let index = 1; index < vertices.length + (isClosed ? 1 : 0); index += 1) {
    const start = vertices[index - 1] ?? first;
    for (const value of bulgePoints(start, vertices[index % vertices.length] ?? first, start.bulge ?? 0))
      points.push(value);
  }
  return points;
}

/** The outlines of the faces of a mesh, whose vertices are places first and lists of places then. */
function meshFaces(vertices: unknown): number[][] {
  const list = (Array.isArray(vertices) ? vertices : []) as readonly Readonly<Record<string, unknown>>[];
  const isPlace = (vertex: Readonly<Record<string, unknown>>) => vertex['threeDPolylineMesh'] === true;
  const places = list.filter(isPlace).map(pointOf);
  return list
    .filter((vertex) => !isPlace(vertex))
    .map(({ faceA, faceB, faceC, faceD }) => {
      const corners = [faceA, faceB, faceC, faceD].flatMap(
        (index) => places[Math.abs(numberOf(index)) - 1] ?? [],
      );
      return polylinePoints(
        corners.map(({ x, y }) => ({ x, y })),
        true,
      );
    });
}

/** Points of a curve or line; null where the entity is none. */
function linePoints(entity: Entity): number[] | null {
  const vertices = pointsOf(entity['vertices']);
  switch (entity.type ?? '') {
    case 'LINE':
    case '3DFACE':
      return polylinePoints(vertices, entity.type === '3DFACE');
    case 'LWPOLYLINE':
    case 'POLYLINE':
      return polylinePoints(vertices, entity['shape'] === true);
    case 'CIRCLE':
      return arcPoints(pointOf(entity['center']), numberOf(entity['radius']), 0, 2 * Math.PI);
    case 'ARC': {
      const [from, to] = [numberOf(entity['startAngle']), numberOf(entity['endAngle'])];
      return arcPoints(pointOf(entity['center']), numberOf(entity['radius']), from, to);
    }
    case 'ELLIPSE':
      return ellipsePoints({
        center: pointOf(entity['center']),
        major: pointOf(entity['majorAxisEndPoint']),
        ratio: numberOf(entity['axisRatio'], 1),
        from: numberOf(entity['startAngle']),
        to: numberOf(entity['endAngle'], 2 * Math.PI),
      });
    case 'SPLINE': {
      const controls = pointsOf(entity['controlPoints']);
      const { knotValues } = entity;
      const knots = Array.isArray(knotValues) ? knotValues.map((value) => numberOf(value)) : [];
      if (controls.length === 0) return polylinePoints(pointsOf(entity['fitPoints']), false);
      return splinePoints({ degree: numberOf(entity['degreeOfSplineCurve'], 3), knots, controls });
    }
    case 'POINT': {
      const { x, y } = pointOf(entity['position']);
      return [x, y, x, y];
    }
    default:
      return null;
  }
}

const alignments = ['left', 'center', 'right'] as const;

/** The lines of a text object at their places. */
function textsOf(entity: Entity, plane: Plane): Omit<DrawingText, 'color'>[] {
  const isBlock = entity.type === 'MTEXT';
  const direction = pointOf(entity['directionVector']);
  const angle =
    isBlock && entity['directionVector'] ? Math.atan2(direction.y, direction.x) : degrees(entity['rotation']);
  const height = numberOf(isBlock ? entity['height'] : entity['textHeight'], 1);
  const attachment = numberOf(entity['attachmentPoint'], 1);
  const halign = numberOf(entity['halign']);
  const column = isBlock ? (attachment - 1) % 3 : Math.min(2, halign);
  const isSecondPoint = !isBlock && (halign === 1 || halign === 2) && entity['endPoint'];
  const at = pointOf(isBlock ? entity['position'] : entity[isSecondPoint ? 'endPoint' : 'startPoint']);
  const written = linesOfText(typeof entity['text'] === 'string' ? entity['text'] : '');
  const width = isBlock ? numberOf(entity['width']) / height : 0;
  const lines = (width > 0 ? written.flatMap((line) => wrapLine(line, width)) : written).slice(
    0,
    maxTextLines,
  );
  const lineHeight = 1.6 * height;
  // The first row of attachments is the top of the text, the last one its bottom.
  const row = isBlock ? Math.floor((attachment - 1) / 3) : 2;
  const firstLine = isBlock
    ? [-height, (lines.length / 2 - 1) * lineHeight, (lines.length - 1) * lineHeight][row]
    : 0;
  const scale = Math.hypot(plane[0], plane[1]);
  return lines.flatMap((text, index) => {
    if (text === '') return [];
    const down = numberOf(firstLine) - index * lineHeight;
    const [x, y] = [at.x - Math.sin(angle) * down, at.y + Math.cos(angle) * down];
    return [
      {
        x: mapX(plane, x, y),
        y: mapY(plane, x, y),
        height: height * scale,
        angle: angle + Math.atan2(plane[1], plane[0]),
        align: alignments[column] ?? 'left',
        text,
      },
    ];
  });
}

/** Drawn from behind: the direction of extrusion is negative. */
function isMirrored(entity: Entity): boolean {
  const { z } = (entity['extrusionDirection'] ?? {}) as { readonly z?: unknown };
  return numberOf(z ?? entity['extrusionDirectionZ'], 1) < 0;
}

/** The parser writes values of the document to the console, where nothing of a document may appear. */
function withoutConsole<T>(work: () => T): T {
  const { log, error } = console;
  Object.assign(console, { log: () => undefined, error: () => undefined });
  try {
    return work();
  } finally {
    Object.assign(console, { log, error });
  }
}

/**
 * Reads a drawing of DXF. Of hatches the outlines are drawn; leaders and solids of three dimensions are left out.
 * @throws ViewerError `tooLarge` or `unreadable`
 */
export function readDxf(source: string): Drawing {
  assertTables(source);
  const parser = new Parser();
  // The type of a reader names classes of the library, which it does not export.
  for (const reader of [AttributeReader, HatchReader]) parser.registerEntityHandler(reader as never);
  const parsed = withoutConsole(() => parser.parseSync(source));
  if (!parsed) throw new ViewerError('unreadable');
  const blocks = (parsed.blocks ?? {}) as unknown as Readonly<Record<string, Block>>;
  const layers = (parsed.tables?.layer?.layers ?? {}) as unknown as Readonly<Record<string, Layer>>;
  const paths: DrawingPath[] = [];
  const texts: DrawingText[] = [];
  let objects = 0;
  let numbers = 0;

  const addPath = (flat: readonly number[], { plane, color }: Context, isFilled: boolean) => {
    numbers += flat.length;
    if (numbers > maxNumbers) throw new ViewerError('tooLarge');
    const points = new Float64Array(flat.length);
    for (let at = 0; at + 1 < flat.length; at += 2) {
      const [x, y] = [flat[at] ?? 0, flat[at + 1] ?? 0];
      points[at] = mapX(plane, x, y);
      points[at + 1] = mapY(plane, x, y);
    }
    if (points.length >= 4 && points.every(Number.isFinite)) paths.push({ color, isFilled, points });
  };
  const insert = (entity: Entity, context: Context) => {
    const block = Object.hasOwn(blocks, String(entity['name'])) ? blocks[String(entity['name'])] : undefined;
    if (!block) return;
    const { x, y } = pointOf(entity['position']);
    const base = pointOf(block.position);
    const columns = Math.max(1, numberOf(entity['columnCount'], 1));
    const rows = Math.max(1, numberOf(entity['rowCount'], 1));
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows; row += 1) {
        const plane = compose(
          context.plane,
          shift(x, y),
          turn(degrees(entity['rotation'])),
          shift(column * numberOf(entity['columnSpacing']), row * numberOf(entity['rowSpacing'])),
          stretch(numberOf(entity['xScale'], 1), numberOf(entity['yScale'], 1)),
          shift(-base.x, -base.y),
        );
        draw(block.entities ?? [], { ...context, plane, level: context.level + 1 });
      }
    }
  };
  const drawOne = (entity: Entity, outer: Context) => {
    const layer = Object.hasOwn(layers, String(entity['layer']))
      ? layers[String(entity['layer'])]
      : undefined;
    if (entity['visible'] === false || layer?.visible === false || layer?.frozen === true) return;
    const isInherited = entity['colorIndex'] === 0;
    const own =
      entity['color'] === undefined || entity['colorIndex'] === 256 ? layer?.color : entity['color'];
    const context = {
      ...outer,
      color: isInherited ? outer.color : toColor(own),
      plane: isMirrored(entity) ? compose(outer.plane, mirror) : outer.plane,
    };
    const isMesh = entity['isPolyfaceMesh'] === true;
    const line = isMesh ? null : linePoints(entity);
    if (isMesh) for (const face of meshFaces(entity['vertices'])) addPath(face, context, false);
    else if (line) addPath(line, context, false);
    else if (entity.type === 'HATCH') {
      const loops = (entity['loops'] ?? []) as readonly (readonly number[])[];
      // A loop inside another one is a hole.
      const isFilled = entity['isFilled'] === true && loops.length === 1;
      for (const loop of loops) addPath([...loop, ...loop.slice(0, 2)], context, isFilled);
    } else if (entity.type === 'SOLID') {
      const [a, b, c, d] = pointsOf(entity['points']);
      const corners = [a, b, d ?? c, c].filter((corner) => corner !== undefined);
      addPath(
        corners.flatMap(({ x, y }) => [x, y]),
        context,
        true,
      );
    } else if (entity.type === 'INSERT') insert(entity, context);
    else if (entity.type === 'DIMENSION') insert({ name: entity['block'] }, outer);
    else if (entity.type === 'TEXT' || entity.type === 'MTEXT')
      for (const text of textsOf(entity, context.plane))
        if (texts.length < maxTexts && Number.isFinite(text.x + text.y + text.height))
          texts.push({ ...text, color: context.color });
  };
  function draw(entities: readonly Entity[], context: Context) {
    if (context.level > maxBlockLevels) return;
    for (const entity of entities) {
      objects += 1;
      if (objects > maxObjects) throw new ViewerError('tooLarge');
      drawOne(entity, context);
    }
  }

  const entities = (Array.isArray(parsed.entities) ? parsed.entities : []) as unknown as readonly Entity[];
  const isPaper = (entity: Entity) => entity['inPaperSpace'] === true;
  const model = entities.filter((entity) => !isPaper(entity));
  draw(model.length > 0 ? model : entities, { plane: identity, color: null, level: 0 });
  return { paths, texts, layerCount: Object.keys(layers).length, omitted: omittedIn(source) };
}

const omittedTypes =
  /^[ \t]*0\r?\n[ \t]*(3DSOLID|BODY|IMAGE|LEADER|MLEADER|MULTILEADER|MESH|REGION|SURFACE|WIPEOUT)[ \t]*\r?$/gm;

function omittedIn(source: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, type = ''] of source.matchAll(omittedTypes)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
