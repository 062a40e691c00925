import type {
  Anchor,
  AnchorAxis,
  Box,
  Drawing,
  DrawingContext,
  DrawnNode,
  ShapeText,
  Stroke,
  TextDirection,
} from './drawing.types.ts';
import { colorIn, fillIn } from './drawing-color.rules.ts';
import { childOf, childrenOf, descendantOf, numberAttribute, pixelsOfEmu } from './drawing-xml.rules.ts';
import { type Adjustments, type Outline, presetOutline } from './preset-geometry.rules.ts';

const relationshipNamespace = /officeDocument.*relationships/;

/** A relationship that an element refers to. */
export function relationshipOf(element: Element | undefined, name: string): string | null {
  const attribute =
    element &&
    Array.from(element.attributes).find(
      ({ localName, namespaceURI }) => localName === name && relationshipNamespace.test(namespaceURI ?? ''),
    );
  return attribute ? attribute.value : null;
}

/** The place of children in a group. */
type Frame = { readonly x: number; readonly y: number; readonly scaleX: number; readonly scaleY: number };

const wholeFrame: Frame = { x: 0, y: 0, scaleX: 1, scaleY: 1 };
const maxDepth = 12;
const maxNodes = 2000;
const angleUnit = 60_000;

function boxOf(transform: Element | undefined, frame: Frame): Box {
  const offset = childOf(transform, 'off');
  const extent = childOf(transform, 'ext');
  const emu = (element: Element | undefined, name: string) => numberAttribute(element, name);
  return {
    x: pixelsOfEmu((emu(offset, 'x') - frame.x) * frame.scaleX),
    y: pixelsOfEmu((emu(offset, 'y') - frame.y) * frame.scaleY),
    w: Math.abs(pixelsOfEmu(emu(extent, 'cx') * frame.scaleX)),
    h: Math.abs(pixelsOfEmu(emu(extent, 'cy') * frame.scaleY)),
    rotation: numberAttribute(transform, 'rot') / angleUnit,
    isFlippedX: /^(1|true)$/.test(transform?.getAttribute('flipH') ?? ''),
    isFlippedY: /^(1|true)$/.test(transform?.getAttribute('flipV') ?? ''),
  };
}

function childFrame(transform: Element | undefined, frame: Frame): Frame {
  const offset = childOf(transform, 'chOff');
  const extent = childOf(transform, 'ext');
  const inner = childOf(transform, 'chExt');
  const scale = (name: string) =>
    inner && numberAttribute(inner, name) > 0
      ? numberAttribute(extent, name) / numberAttribute(inner, name)
      : 1;
  return {
    x: numberAttribute(offset, 'x'),
    y: numberAttribute(offset, 'y'),
    scaleX: scale('cx') * frame.scaleX,
    scaleY: scale('cy') * frame.scaleY,
  };
}

const commands: Readonly<Record<string, string>> = {
  moveTo: 'M',
  lnTo: 'L',
  cubicBezTo: 'C',
  quadBezTo: 'Q',
};

/** The outline of a geometry of its own. */
function customOutline(geometry: Element, { w, h }: Box): Outline {
  const paths = childrenOf(childOf(geometry, 'pathLst'), 'path');
  let isOpen = true;
  const parts = paths.flatMap((path) => {
    const scaleX = w / (numberAttribute(path, 'w') || w * 9525 || 1);
    const scaleY = h / (numberAttribute(path, 'h') || h * 9525 || 1);
    if (path.getAttribute('fill') !== 'none') isOpen = false;
    let current: readonly [number, number] = [0, 0];
    return Array.from(path.children).map((step) => {
      if (step.localName === 'close') return 'Z';
      if (step.localName === 'arcTo') {
        const rx = numberAttribute(step, 'wR') * scaleX;
        const ry = numberAttribute(step, 'hR') * scaleY;
        const start = (numberAttribute(step, 'stAng') / angleUnit) * (Math.PI / 180);
        const swing = (numberAttribute(step, 'swAng') / angleUnit) * (Math.PI / 180);
        const x = current[0] + rx * (Math.cos(start + swing) - Math.cos(start));
        const y = current[1] + ry * (Math.sin(start + swing) - Math.sin(start));
        current = [x, y];
        return `A${rx} ${ry} 0 ${Math.abs(swing) > Math.PI ? 1 : 0} ${swing > 0 ? 1 : 0} ${x} ${y}`;
      }
      const points = childrenOf(step, 'pt').map((point): readonly [number, number] => [
        numberAttribute(point, 'x') * scaleX,
        numberAttribute(point, 'y') * scaleY,
      ]);
      current = points.at(-1) ?? current;
      return `${commands[step.localName] ?? ''}${commands[step.localName] ? points.map((point) => point.join(' ')).join(' ') : ''}`;
    });
  });
  return { path: parts.join(''), isOpen };
}

function outlineOf(properties: Element | undefined, box: Box): Outline {
  const custom = childOf(properties, 'custGeom');
  if (custom) return customOutline(custom, box);
  const preset = childOf(properties, 'prstGeom');
  const adjustments: Adjustments = new Map(
    childrenOf(childOf(preset, 'avLst'), 'gd').map((guide) => [
      guide.getAttribute('name') ?? '',
      Number(/^val (-?\d+)/.exec(guide.getAttribute('fmla') ?? '')?.[1] ?? 0),
    ]),
  );
  return presetOutline(preset?.getAttribute('prst') ?? 'rect', box.w, box.h, adjustments);
}

const dashes: Readonly<Record<string, string>> = {
  dash: '4 3',
  sysDash: '3 1',
  dot: '1 3',
  sysDot: '1 1',
  lgDash: '8 3',
  dashDot: '4 3 1 3',
  lgDashDot: '8 3 1 3',
};

function strokeOf(
  line: Element | undefined,
  style: Element | undefined,
  { themeColor }: DrawingContext,
): Stroke | null {
  const reference = childOf(style, 'lnRef');
  const fill = fillIn(line, themeColor);
  const isStyled = numberAttribute(reference, 'idx') > 0;
  const color = fill === undefined ? (isStyled ? colorIn(reference, themeColor) : null) : fill;
  if (color === null) return null;
  const width = numberAttribute(line, 'w', isStyled ? 6350 * numberAttribute(reference, 'idx') : 9525);
  const dash = dashes[childOf(line, 'prstDash')?.getAttribute('val') ?? ''];
  const isArrow = (name: string) => !/^(none)?$/.test(childOf(line, name)?.getAttribute('type') ?? '');
  return {
    color,
    width: Math.max(0.75, pixelsOfEmu(width)),
    ...(dash === undefined ? {} : { dashes: dash }),
    hasStartArrow: isArrow('headEnd'),
    hasEndArrow: isArrow('tailEnd'),
  };
}

const anchors: Readonly<Record<string, ShapeText['anchor']>> = { ctr: 'center', b: 'end' };

const directions: Readonly<Record<string, TextDirection>> = {
  vert: 'right',
  vert270: 'left',
  eaVert: 'upright',
};

function textOf(shape: Element, { takeText }: DrawingContext): ShapeText | null {
  const content = descendantOf(childOf(shape, 'txbx'), 'txbxContent');
  if (!content) return null;
  const body = childOf(shape, 'bodyPr');
  const inset = (name: string, byDefault: number) => pixelsOfEmu(numberAttribute(body, name, byDefault));
  return {
    id: takeText(content),
    insets: [inset('tIns', 45_720), inset('rIns', 91_440), inset('bIns', 45_720), inset('lIns', 91_440)],
    anchor: anchors[body?.getAttribute('anchor') ?? ''] ?? 'start',
    direction: directions[body?.getAttribute('vert') ?? ''] ?? 'horizontal',
  };
}

function shapeOf(shape: Element, frame: Frame, context: DrawingContext): DrawnNode {
  const properties = childOf(shape, 'spPr');
  const style = childOf(shape, 'style');
  const box = boxOf(childOf(properties, 'xfrm'), frame);
  const outline = outlineOf(properties, box);
  const own = fillIn(properties, context.themeColor);
  const reference = childOf(style, 'fillRef');
  const styled = numberAttribute(reference, 'idx') > 0 ? colorIn(reference, context.themeColor) : null;
  return {
    kind: 'shape',
    box,
    outline,
    fill: outline.isOpen ? null : own === undefined ? styled : own,
    stroke: strokeOf(childOf(properties, 'ln'), style, context),
    text: textOf(shape, context),
  };
}

type Budget = { nodes: number };

function nodesIn(
  parent: Element,
  frame: Frame,
  context: DrawingContext,
  budget: Budget,
  depth = 0,
): DrawnNode[] {
  if (depth > maxDepth) return [];
  return Array.from(parent.children).flatMap((child): DrawnNode[] => {
    budget.nodes += 1;
    if (budget.nodes > maxNodes) return [];
    const transform = childOf(childOf(child, 'spPr'), 'xfrm') ?? childOf(child, 'xfrm');
    switch (child.localName) {
      case 'wsp':
      case 'sp':
      case 'cxnSp':
        return [shapeOf(child, frame, context)];
      case 'pic': {
        const relationship = relationshipOf(descendantOf(child, 'blip'), 'embed');
        return relationship === null ? [] : [{ kind: 'picture', box: boxOf(transform, frame), relationship }];
      }
      case 'grpSp':
      case 'wgp':
      case 'wpc': {
        const own = childOf(childOf(child, 'grpSpPr'), 'xfrm');
        const inner = own ? childFrame(own, frame) : frame;
        return [
          {
            kind: 'group',
            box: boxOf(own, frame),
            children: nodesIn(child, inner, context, budget, depth + 1),
          },
        ];
      }
      case 'graphicFrame': {
        const relationship = relationshipOf(descendantOf(child, 'chart'), 'id');
        return relationship === null ? [] : [{ kind: 'chart', box: boxOf(transform, frame), relationship }];
      }
      default:
        return [];
    }
  });
}

function axisOf(position: Element | undefined): AnchorAxis {
  return {
    from: position?.getAttribute('relativeFrom') ?? 'page',
    offset: pixelsOfEmu(Number(childOf(position, 'posOffset')?.textContent) || 0),
    align: childOf(position, 'align')?.textContent ?? null,
  };
}

/** The position of a drawing. One in shares of the page has an alternative with the distance that its program stored. */
function positionIn(anchor: Element, name: string): Element | undefined {
  const alternates = childrenOf(anchor, 'AlternateContent').flatMap((each) => Array.from(each.children));
  const stored = alternates.flatMap((branch) => childrenOf(branch, name));
  return childOf(anchor, name) ?? stored.find((each) => childOf(each, 'posOffset')) ?? stored[0];
}

function anchorOf(anchor: Element): Anchor {
  const isClear = ['wrapSquare', 'wrapTight', 'wrapThrough'].some((name) => childOf(anchor, name));
  return {
    horizontal: axisOf(positionIn(anchor, 'positionH')),
    vertical: axisOf(positionIn(anchor, 'positionV')),
    wrap: childOf(anchor, 'wrapTopAndBottom') ? 'topAndBottom' : isClear ? 'square' : 'none',
    isBehind: /^(1|true)$/.test(anchor.getAttribute('behindDoc') ?? ''),
  };
}

/** A node at the upper left corner of its drawing, with the size that the document gives the drawing. */
const placed = (node: DrawnNode, w: number, h: number): DrawnNode => ({
  ...node,
  box: { ...node.box, x: 0, y: 0, w: w || node.box.w, h: h || node.box.h },
});

/** Reads a drawing of WordprocessingML; null where it contains nothing that is drawn. */
export function readDrawing(drawing: Element, context: DrawingContext): Drawing | null {
  const frame = childOf(drawing, 'inline') ?? childOf(drawing, 'anchor');
  const data = descendantOf(frame, 'graphicData');
  if (!frame || !data) return null;
  const extent = childOf(frame, 'extent');
  const [w, h] = [pixelsOfEmu(numberAttribute(extent, 'cx')), pixelsOfEmu(numberAttribute(extent, 'cy'))];
  const chart = relationshipOf(childOf(data, 'chart'), 'id');
  const [first] =
    chart === null
      ? nodesIn(data, wholeFrame, context, { nodes: 0 })
      : [{ kind: 'chart', box: { x: 0, y: 0, w, h }, relationship: chart } as const];
  if (!first) return null;
  const properties = childOf(frame, 'docPr');
  return {
    placement: frame.localName === 'inline' ? 'inline' : anchorOf(frame),
    node: placed(
      first,
      first.kind === 'shape' && first.outline.path !== '' ? first.box.w : w,
      first.kind === 'shape' ? first.box.h : h,
    ),
    title: properties?.getAttribute('descr') ?? properties?.getAttribute('title') ?? '',
  };
}
