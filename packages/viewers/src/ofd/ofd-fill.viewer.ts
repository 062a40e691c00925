import { alphaOf, cssColor } from './ofd-color.rules.ts';
import type { OfdResources } from './ofd-resources.util.ts';
import { attributeOf, colorOf, type DrawScope } from './ofd-scope.rules.ts';
import { childOf, childrenOf, numberOf, numbersOf } from './ofd-xml.rules.ts';
import { createId, createSvg } from './svg.util.ts';

/** Paints the objects of a pattern cell. */
export type PaintCell = (cell: Element, into: SVGElement) => void;

type Attributes = Record<string, string | number>;

const plainColor = (color: Element, { colorSpaces, defaultSpace }: OfdResources) =>
  cssColor(color, colorSpaces.get(color.getAttribute('ColorSpace') ?? defaultSpace));

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
  const [source] = childrenOf(color, 'AxialShd', 'RadialShd', 'Pattern');
  const paintServer =
    source && (source.localName === 'Pattern' ? pattern(source, cell) : gradient(source, resources));
  if (!paintServer) return { paint: plainColor(color, resources), opacity };
  defs.append(paintServer);
  return { paint: `url(#${paintServer.id})`, opacity };
}

function gradient(shade: Element, resources: OfdResources): SVGGradientElement {
  const [x1 = 0, y1 = 0] = numbersOf(shade.getAttribute('StartPoint'));
  const [x2 = 0, y2 = 0] = numbersOf(shade.getAttribute('EndPoint'));
  const spread = { Repeat: 'repeat', Reflect: 'reflect' }[shade.getAttribute('MapType') ?? ''] ?? 'pad';
  const shared = { id: createId(), gradientUnits: 'userSpaceOnUse', spreadMethod: spread };
  const segments = childrenOf(shade, 'Segment', 'Segmen');
  const stops = segments.map((segment, index) => {
    const color = childOf(segment, 'Color');
    return createSvg('stop', {
      offset: numberOf(segment, 'Position', index / Math.max(1, segments.length - 1)),
      'stop-color': color ? plainColor(color, resources) : '#000000',
      'stop-opacity': alphaOf(color),
    });
  });
  if (shade.localName === 'AxialShd')
    return createSvg('linearGradient', { ...shared, x1, y1, x2, y2 }, stops);
  const radius = numberOf(shade, 'EndRadius', 1);
  const circles = { cx: x2, cy: y2, r: radius, fx: x1, fy: y1, fr: numberOf(shade, 'StartRadius', 0) };
  return createSvg('radialGradient', { ...shared, ...circles }, stops);
}

function pattern(source: Element, cell: PaintCell): SVGPatternElement {
  const [width, height] = [numberOf(source, 'Width', 1), numberOf(source, 'Height', 1)];
  const paintServer = createSvg('pattern', {
    id: createId(),
    patternUnits: 'userSpaceOnUse',
    width: numberOf(source, 'XStep', width),
    height: numberOf(source, 'YStep', height),
    patternTransform: matrixOf(source),
  });
  const content = childOf(source, 'CellContent');
  if (content) cell(content, paintServer);
  return paintServer;
}

/** The transformation matrix of an object in SVG syntax. */
export function matrixOf(object: Element): string | null {
  const matrix = numbersOf(object.getAttribute('CTM'));
  return matrix.length === 6 ? `matrix(${matrix.join(' ')})` : null;
}

const minStrokeMillimetres = 0.05;
const defaultStrokeMillimetres = 0.353;

/** The stroke attributes of an object. */
export function strokeOf(object: Element, scope: DrawScope): Attributes {
  const dash = numbersOf(attributeOf(object, scope, 'DashPattern'));
  const [width = defaultStrokeMillimetres] = numbersOf(attributeOf(object, scope, 'LineWidth'));
  return {
    'stroke-width': Math.max(minStrokeMillimetres, width),
    'stroke-linejoin': (attributeOf(object, scope, 'Join') ?? 'miter').toLowerCase(),
    'stroke-linecap': (attributeOf(object, scope, 'Cap') ?? 'butt').toLowerCase(),
    'stroke-miterlimit': Math.max(1, Number(attributeOf(object, scope, 'MiterLimit')) || 3.528),
    ...(dash.some((part) => part > 0) ? { 'stroke-dasharray': dash.join(' ') } : {}),
    'stroke-dashoffset': Number(attributeOf(object, scope, 'DashOffset')) || 0,
  };
}

/** The fill and stroke attributes of an object; a missing one is `none`. */
export function fillAndStrokeOf(
  object: Element,
  scope: DrawScope,
  options: {
    readonly defs: SVGElement;
    readonly cell: PaintCell;
    readonly defaults: { readonly fill: boolean; readonly stroke: boolean };
  },
): Attributes {
  const isEnabled = (name: 'Fill' | 'Stroke', fallback: boolean) => {
    const value = attributeOf(object, scope, name)?.toLowerCase();
    return value === undefined ? fallback : value === 'true' || value === '1';
  };
  const { defs, cell, defaults } = options;
  const paintOptions = { resources: scope.resources, defs, cell };
  const attributes: Attributes = { fill: 'none' };
  const fill = colorOf(object, scope, 'FillColor');
  // Text without a colour is black, but a shape without a fill colour is transparent.
  if (isEnabled('Fill', defaults.fill) && (fill || defaults.fill)) {
    const { paint, opacity } = paintOf(fill, paintOptions);
    attributes['fill'] = paint;
    if (opacity < 1) attributes['fill-opacity'] = opacity;
    if ((attributeOf(object, scope, 'Rule') ?? '').toLowerCase() === 'even-odd')
      attributes['fill-rule'] = 'evenodd';
  }
  if (isEnabled('Stroke', defaults.stroke)) {
    const { paint, opacity } = paintOf(colorOf(object, scope, 'StrokeColor'), paintOptions);
    attributes['stroke'] = paint;
    if (opacity < 1) attributes['stroke-opacity'] = opacity;
    Object.assign(attributes, strokeOf(object, scope));
  }
  return attributes;
}
