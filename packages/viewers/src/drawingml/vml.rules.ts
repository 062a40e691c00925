import type {
  Anchor,
  Box,
  Drawing,
  DrawingContext,
  DrawnNode,
  ShapeText,
  Stroke,
  TextDirection,
} from './drawing.types.ts';
import { childOf, descendantOf } from './drawing-xml.rules.ts';
import { relationshipOf } from './drawingml.rules.ts';
import { type Outline, presetOutline } from './preset-geometry.rules.ts';
import { vmlOutline } from './vml-path.rules.ts';

/** The preset shapes of the numbers that VML gives to shape types. */
const presetOfType: Readonly<Record<number, string>> = {
  1: 'rect',
  2: 'roundRect',
  3: 'ellipse',
  4: 'diamond',
  5: 'triangle',
  6: 'rtTriangle',
  7: 'parallelogram',
  8: 'trapezoid',
  9: 'hexagon',
  10: 'octagon',
  11: 'plus',
  12: 'star5',
  13: 'rightArrow',
  15: 'homePlate',
  16: 'cube',
  20: 'line',
  22: 'can',
  32: 'line',
  33: 'bentConnector2',
  34: 'bentConnector3',
  55: 'chevron',
  56: 'pentagon',
  61: 'wedgeRectCallout',
  62: 'wedgeRoundRectCallout',
  63: 'wedgeEllipseCallout',
  66: 'leftArrow',
  67: 'downArrow',
  68: 'upArrow',
  69: 'leftRightArrow',
  70: 'upDownArrow',
  85: 'leftBracket',
  86: 'rightBracket',
  87: 'leftBrace',
  88: 'rightBrace',
  109: 'flowChartProcess',
  110: 'flowChartDecision',
  114: 'flowChartDocument',
  116: 'flowChartTerminator',
  176: 'flowChartAlternateProcess',
  202: 'rect',
};

const pixelsPerUnit: Readonly<Record<string, number>> = {
  pt: 96 / 72,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pc: 16,
  px: 1,
  '': 1,
};
const emuPerPixel = 9525;

/** A length of VML in CSS pixels. */
function pixelsOf(length: string | undefined, unitless = 1): number {
  const [, digits, unit = ''] = /^\s*(-?[\d.]+)\s*([a-z]*)\s*$/i.exec(length ?? '') ?? [];
  if (digits === undefined) return 0;
  const scale =
    unit === '' ? unitless : unit === 'emu' ? 1 / emuPerPixel : (pixelsPerUnit[unit.toLowerCase()] ?? 1);
  return Math.max(-20_000, Math.min(20_000, Number(digits) * scale || 0));
}

type Style = ReadonlyMap<string, string>;

const styleOf = (element: Element): Style =>
  new Map(
    (element.getAttribute('style') ?? '').split(';').map((rule) => {
      const [name = '', value = ''] = rule.split(':');
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );

/** The coordinates of the children of a group. */
type Frame = { readonly x: number; readonly y: number; readonly scaleX: number; readonly scaleY: number };

function boxOf(style: Style, frame: Frame | null): Box {
  const flip = style.get('flip') ?? '';
  const common = {
    rotation: Number.parseFloat(style.get('rotation') ?? '') || 0,
    isFlippedX: flip.includes('x'),
    isFlippedY: flip.includes('y'),
  };
  if (!frame) {
    return { x: 0, y: 0, w: pixelsOf(style.get('width')), h: pixelsOf(style.get('height')), ...common };
  }
  const units = (name: string) => Number.parseFloat(style.get(name) ?? '') || 0;
  return {
    x: (units('left') - frame.x) * frame.scaleX,
    y: (units('top') - frame.y) * frame.scaleY,
    w: units('width') * frame.scaleX,
    h: units('height') * frame.scaleY,
    ...common,
  };
}

const numbersOf = (text: string | null, byDefault: readonly number[]): readonly number[] =>
  text === null ? byDefault : text.split(',').map((part) => Number.parseFloat(part) || 0);

const isOff = (value: string | null | undefined): boolean => /^(f|false|0|off)$/i.test(value ?? '');

/** A colour of VML, without the hints that follow it; null for those that need a theme. */
function colorOf(value: string | null, byDefault: string): string {
  const [color = ''] = (value ?? '').split(' ');
  return /^#[\da-f]{3,6}$|^[a-z]+$/i.test(color) ? color : byDefault;
}

const dashes: Readonly<Record<string, string>> = {
  dash: '4 3',
  '1 1': '1 1',
  shortdash: '3 1',
  longdash: '8 3',
  dashdot: '4 3 1 3',
};

function strokeOf(shape: Element, type: Element | undefined): Stroke | null {
  const stroke = childOf(shape, 'stroke');
  const isStroked =
    shape.getAttribute('stroked') ?? stroke?.getAttribute('on') ?? type?.getAttribute('stroked');
  if (isOff(isStroked)) return null;
  const weight = shape.getAttribute('strokeweight') ?? stroke?.getAttribute('weight') ?? '0.75pt';
  const dash = dashes[stroke?.getAttribute('dashstyle')?.toLowerCase() ?? ''];
  const isArrow = (name: string) => !/^(none)?$/.test(stroke?.getAttribute(name) ?? '');
  return {
    color: colorOf(shape.getAttribute('strokecolor') ?? stroke?.getAttribute('color') ?? null, '#000000'),
    width: Math.max(0.75, pixelsOf(weight)),
    ...(dash === undefined ? {} : { dashes: dash }),
    hasStartArrow: isArrow('startarrow'),
    hasEndArrow: isArrow('endarrow'),
  };
}

function fillOf(shape: Element, type: Element | undefined): string | null {
  const fill = childOf(shape, 'fill');
  if (isOff(shape.getAttribute('filled') ?? fill?.getAttribute('on') ?? type?.getAttribute('filled')))
    return null;
  return colorOf(shape.getAttribute('fillcolor') ?? fill?.getAttribute('color') ?? null, '#ffffff');
}

/** The direction of a text box, in its own style (`layout-flow`). */
function directionOf(box: Element): TextDirection {
  const style = box.getAttribute('style') ?? '';
  const [, flow] = /(?:^|;)\s*layout-flow:\s*([a-z-]+)/.exec(style) ?? [];
  if (flow === 'vertical-ideographic') return 'upright';
  if (flow !== 'vertical') return 'horizontal';
  return /mso-layout-flow-alt:\s*bottom-to-top/.test(style) ? 'left' : 'right';
}

function textOf(shape: Element, style: Style, { takeText }: DrawingContext): ShapeText | null {
  const box = childOf(shape, 'textbox');
  const content = box && childOf(box, 'txbxContent');
  if (!content) return null;
  const [left = '', top = '', right = '', bottom = ''] = (box.getAttribute('inset') ?? '').split(',');
  const inset = (value: string, byDefault: number) => (value.trim() === '' ? byDefault : pixelsOf(value));
  const anchor = style.get('v-text-anchor') ?? '';
  return {
    id: takeText(content),
    insets: [inset(top, 4.8), inset(right, 9.6), inset(bottom, 4.8), inset(left, 9.6)],
    anchor: anchor.startsWith('middle') ? 'center' : anchor.startsWith('bottom') ? 'end' : 'start',
    direction: directionOf(box),
  };
}

const shapeNames = new Set([
  'shape',
  'rect',
  'roundrect',
  'oval',
  'line',
  'polyline',
  'group',
  'arc',
  'image',
]);
const maxDepth = 12;
const presetOfElement: Readonly<Record<string, string>> = {
  roundrect: 'roundRect',
  oval: 'ellipse',
  arc: 'arc',
};

function outlineOf(shape: Element, type: Element | undefined, box: Box): Outline {
  const own = presetOfElement[shape.localName];
  const number = Number(
    /_t(\d+)$/.exec(shape.getAttribute('type') ?? '')?.[1] ?? type?.getAttribute('o:spt'),
  );
  const preset = own ?? presetOfType[number];
  if (shape.localName !== 'shape' || preset !== undefined)
    return presetOutline(preset ?? 'rect', box.w, box.h, new Map());
  const source = shape.getAttribute('path') ? shape : type;
  const path = source?.getAttribute('path');
  if (!source || !path) return presetOutline('rect', box.w, box.h, new Map());
  const [width = 0, height = 0] = numbersOf(
    source.getAttribute('coordsize') ?? shape.getAttribute('coordsize'),
    [1000, 1000],
  );
  const [x = 0, y = 0] = numbersOf(source.getAttribute('coordorigin'), [0, 0]);
  return vmlOutline(path, { x, y, scaleX: box.w / (width || 1), scaleY: box.h / (height || 1) });
}

/** A line has its ends in place of a box. */
function lineOf(shape: Element, frame: Frame | null): DrawnNode {
  const unitless = frame ? frame.scaleX : 1;
  const ends = ['from', 'to'].map((name) =>
    (shape.getAttribute(name) ?? '0,0').split(',').map((value) => pixelsOf(value, unitless)),
  );
  const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = ends;
  const shift = frame ? [frame.x * frame.scaleX, frame.y * frame.scaleY] : [0, 0];
  const box = {
    x: Math.min(x1, x2) - (shift[0] ?? 0),
    y: Math.min(y1, y2) - (shift[1] ?? 0),
    w: Math.abs(x2 - x1),
    h: Math.abs(y2 - y1),
  };
  const isFlippedX = x2 < x1 !== y2 < y1;
  return {
    kind: 'shape',
    box: { ...box, isFlippedX },
    outline: presetOutline('line', box.w, box.h, new Map()),
    fill: null,
    stroke: strokeOf(shape, undefined),
    text: null,
  };
}

function nodeOf(shape: Element, frame: Frame | null, context: DrawingContext, depth = 0): DrawnNode | null {
  if (!shapeNames.has(shape.localName) || depth > maxDepth) return null;
  if (shape.localName === 'line') return lineOf(shape, frame);
  const style = styleOf(shape);
  const box = boxOf(style, frame);
  if (shape.localName === 'group') {
    const [width = 0, height = 0] = numbersOf(shape.getAttribute('coordsize'), [1000, 1000]);
    const [x = 0, y = 0] = numbersOf(shape.getAttribute('coordorigin'), [0, 0]);
    const inner = { x, y, scaleX: box.w / (width || 1), scaleY: box.h / (height || 1) };
    const children = Array.from(shape.children).flatMap(
      (child) => nodeOf(child, inner, context, depth + 1) ?? [],
    );
    return { kind: 'group', box, children };
  }
  const relationship =
    relationshipOf(childOf(shape, 'imagedata'), 'id') ?? relationshipOf(childOf(shape, 'imagedata'), 'pict');
  if (relationship !== null) return { kind: 'picture', box, relationship };
  const reference = shape.getAttribute('type')?.slice(1) ?? '';
  const type = Array.from(shape.ownerDocument.getElementsByTagNameNS('*', 'shapetype')).find(
    (each) => each.getAttribute('id') === reference,
  );
  const outline = outlineOf(shape, type, box);
  return {
    kind: 'shape',
    box,
    outline,
    fill: outline.isOpen ? null : fillOf(shape, type),
    stroke: strokeOf(shape, type),
    text: textOf(shape, style, context),
  };
}

const wraps: Readonly<Record<string, Anchor['wrap']>> = {
  square: 'square',
  tight: 'square',
  through: 'square',
  topAndBottom: 'topAndBottom',
};

function anchorOf(shape: Element, node: DrawnNode): Anchor {
  const style = styleOf(shape);
  const isLine = shape.localName === 'line';
  const axis = (name: 'horizontal' | 'vertical', margin: string, byDefault: string, offset: number) => {
    const relative = style.get(`mso-position-${name}-relative`);
    const align = style.get(`mso-position-${name}`);
    return {
      from:
        relative === undefined || relative === 'text' || relative === 'char' || relative === 'line'
          ? byDefault
          : relative.replace(/-area$/, ''),
      offset: isLine ? offset : pixelsOf(style.get(margin) ?? style.get(margin.replace('margin-', ''))),
      align: align === undefined || align === 'absolute' ? null : align,
    };
  };
  const wrap = descendantOf(shape, 'wrap')?.getAttribute('type') ?? '';
  return {
    horizontal: axis('horizontal', 'margin-left', 'column', node.box.x),
    vertical: axis('vertical', 'margin-top', 'paragraph', node.box.y),
    wrap: wraps[wrap] ?? 'none',
    isBehind: (style.get('z-index') ?? '').startsWith('-'),
  };
}

/** Reads the drawings in an element of VML. */
export function readVml(picture: Element, context: DrawingContext): readonly Drawing[] {
  return Array.from(picture.children).flatMap((shape) => {
    const node = nodeOf(shape, null, context);
    // A shape without a size is not drawn, but its text is.
    if (!node || (!(node.box.w + node.box.h > 0) && !(node.kind === 'shape' && node.text))) return [];
    const isPlaced = /absolute/.test(styleOf(shape).get('position') ?? '');
    const isInline = !isPlaced && !(shape.localName === 'line' && styleOf(shape).has('position'));
    return {
      placement: isInline ? 'inline' : anchorOf(shape, node),
      node: { ...node, box: { ...node.box, x: 0, y: 0 } },
      title: shape.getAttribute('alt') ?? '',
    };
  });
}
