import { alphaOf, cssColor } from './ofd-color.rules.ts';
import type { OfdResources } from './ofd-resources.adapter.ts';
import { colorIn, lookOf, type Scope } from './ofd-scope.rules.ts';
import { childOf, childrenOf, numberOf, numbersOf } from './ofd-xml.rules.ts';
import { freshId, svg } from './svg.rules.ts';

/** Paints the objects of a pattern cell. */
export type PaintCell = (cell: Element, into: SVGElement) => void;

type Attributes = Record<string, string | number>;

const plain = (color: Element, { spaces, defaultSpace }: OfdResources) =>
  cssColor(color, spaces.get(color.getAttribute('ColorSpace') ?? defaultSpace));

/** The paint of a fill or stroke; gradients and patterns are added to `defs`. */
export function paintOf(
  color: Element | null,
  {
    resources,
    defs,
    cell,
  }: { readonly resources: OfdResources; readonly defs: SVGElement; readonly cell: PaintCell },
): { readonly paint: string; readonly opacity: number } {
  if (!color) return { paint: '#000000', opacity: 1 };
  const opacity = alphaOf(color);
  const [server] = childrenOf(color, 'AxialShd', 'RadialShd', 'Pattern');
  const made =
    server && (server.localName === 'Pattern' ? pattern(server, cell) : gradient(server, resources));
  if (!made) return { paint: plain(color, resources), opacity };
  defs.append(made);
  return { paint: `url(#${made.id})`, opacity };
}

function gradient(shade: Element, resources: OfdResources): SVGGradientElement {
  const [x1 = 0, y1 = 0] = numbersOf(shade.getAttribute('StartPoint'));
  const [x2 = 0, y2 = 0] = numbersOf(shade.getAttribute('EndPoint'));
  const spread = { Repeat: 'repeat', Reflect: 'reflect' }[shade.getAttribute('MapType') ?? ''] ?? 'pad';
  const shared = { id: freshId(), gradientUnits: 'userSpaceOnUse', spreadMethod: spread };
  const segments = childrenOf(shade, 'Segment', 'Segmen');
  const stops = segments.map((segment, index) => {
    const color = childOf(segment, 'Color');
    return svg('stop', {
      offset: numberOf(segment, 'Position', index / Math.max(1, segments.length - 1)),
      'stop-color': color ? plain(color, resources) : '#000000',
      'stop-opacity': alphaOf(color),
    });
  });
  if (shade.localName === 'AxialShd') return svg('linearGradient', { ...shared, x1, y1, x2, y2 }, stops);
  const radius = numberOf(shade, 'EndRadius', 1);
  const circles = { cx: x2, cy: y2, r: radius, fx: x1, fy: y1, fr: numberOf(shade, 'StartRadius', 0) };
  return svg('radialGradient', { ...shared, ...circles }, stops);
}

function pattern(source: Element, cell: PaintCell): SVGPatternElement {
  const [width, height] = [numberOf(source, 'Width', 1), numberOf(source, 'Height', 1)];
  const made = svg('pattern', {
    id: freshId(),
    patternUnits: 'userSpaceOnUse',
    width: numberOf(source, 'XStep', width),
    height: numberOf(source, 'YStep', height),
    patternTransform: matrixOf(source),
  });
  const content = childOf(source, 'CellContent');
  if (content) cell(content, made);
  return made;
}

/** The transformation matrix of an object in SVG syntax. */
export function matrixOf(object: Element): string | null {
  const matrix = numbersOf(object.getAttribute('CTM'));
  return matrix.length === 6 ? `matrix(${matrix.join(' ')})` : null;
}

const thinnest = 0.05;
const usualWidth = 0.353;

/** The stroke attributes of an object. */
export function strokeOf(object: Element, scope: Scope): Attributes {
  const dash = numbersOf(lookOf(object, scope, 'DashPattern'));
  const [width = usualWidth] = numbersOf(lookOf(object, scope, 'LineWidth'));
  return {
    'stroke-width': Math.max(thinnest, width),
    'stroke-linejoin': (lookOf(object, scope, 'Join') ?? 'miter').toLowerCase(),
    'stroke-linecap': (lookOf(object, scope, 'Cap') ?? 'butt').toLowerCase(),
    'stroke-miterlimit': Math.max(1, Number(lookOf(object, scope, 'MiterLimit')) || 3.528),
    ...(dash.some((part) => part > 0) ? { 'stroke-dasharray': dash.join(' ') } : {}),
    'stroke-dashoffset': Number(lookOf(object, scope, 'DashOffset')) || 0,
  };
}

/** The fill and stroke attributes of an object; a missing one is `none`. */
export function inkOf(
  object: Element,
  scope: Scope,
  options: {
    readonly defs: SVGElement;
    readonly cell: PaintCell;
    readonly usual: { readonly fill: boolean; readonly stroke: boolean };
  },
): Attributes {
  const wanted = (name: 'Fill' | 'Stroke', otherwise: boolean) => {
    const value = lookOf(object, scope, name)?.toLowerCase();
    return value === undefined ? otherwise : value === 'true' || value === '1';
  };
  const { defs, cell, usual } = options;
  const given = { resources: scope.resources, defs, cell };
  const attributes: Attributes = { fill: 'none' };
  const fill = colorIn(object, scope, 'FillColor');
  // Text without a colour is black, but a shape without a fill colour is transparent.
  if (wanted('Fill', usual.fill) && (fill || usual.fill)) {
    const { paint, opacity } = paintOf(fill, given);
    attributes['fill'] = paint;
    if (opacity < 1) attributes['fill-opacity'] = opacity;
    if ((lookOf(object, scope, 'Rule') ?? '').toLowerCase() === 'even-odd')
      attributes['fill-rule'] = 'evenodd';
  }
  if (wanted('Stroke', usual.stroke)) {
    const { paint, opacity } = paintOf(colorIn(object, scope, 'StrokeColor'), given);
    attributes['stroke'] = paint;
    if (opacity < 1) attributes['stroke-opacity'] = opacity;
    Object.assign(attributes, strokeOf(object, scope));
  }
  return attributes;
}
