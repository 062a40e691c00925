import type { Box, DrawnNode, ShapeText, Stroke } from './drawing.types.ts';

/** What a drawing shows besides its shapes. */
export type DrawnContent = {
  readonly text: (text: ShapeText) => readonly Node[];
  /** Draws a picture or chart of a size; null where it cannot be drawn. */
  readonly picture: (relationship: string, box: Box) => Element | null;
  readonly chart: (relationship: string, box: Box) => Element | null;
};

const svgNamespace = 'http://www.w3.org/2000/svg';

export function createSvg(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly (Node | string)[]
): SVGElement {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

const arrowSize = 4;

/** The points of an arrow at the end of a line, turned with it. */
function createArrow(end: DOMPoint, from: DOMPoint, { color, width }: Stroke): SVGElement {
  const angle = (Math.atan2(end.y - from.y, end.x - from.x) * 180) / Math.PI;
  const length = arrowSize * Math.max(1.5, width);
  return createSvg('path', {
    d: `M0 0L${-length} ${length / 2}L${-length} ${-length / 2}Z`,
    fill: color,
    transform: `translate(${end.x} ${end.y}) rotate(${angle})`,
  });
}

/** The points of a path of lines, in order. */
const pointsOf = (path: string): readonly DOMPoint[] =>
  Array.from(
    path.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[A-Z]|$)/g),
    ([, x, y]) => new DOMPoint(Number(x), Number(y)),
  );

function createOutline(node: Extract<DrawnNode, { kind: 'shape' }>): SVGElement {
  const { box, outline, fill, stroke } = node;
  const svg = createSvg('svg', {
    width: Math.max(1, box.w),
    height: Math.max(1, box.h),
    'aria-hidden': 'true',
  });
  const scale = `translate(${box.isFlippedX ? box.w : 0} ${box.isFlippedY ? box.h : 0}) scale(${box.isFlippedX ? -1 : 1} ${box.isFlippedY ? -1 : 1})`;
  const group = createSvg('g', { transform: scale });
  const path = createSvg('path', {
    d: outline.path,
    fill: fill ?? 'none',
    'fill-rule': 'evenodd',
    stroke: stroke?.color ?? 'none',
    'stroke-width': stroke?.width ?? 0,
    ...(stroke?.dashes === undefined
      ? {}
      : {
          'stroke-dasharray': stroke.dashes
            .split(' ')
            .map((part) => Number(part) * stroke.width)
            .join(' '),
        }),
  });
  group.append(path);
  const points = stroke && (stroke.hasStartArrow || stroke.hasEndArrow) ? pointsOf(outline.path) : [];
  const [first, second] = points;
  const [last, previous] = [points.at(-1), points.at(-2)];
  if (stroke?.hasStartArrow && first && second) group.append(createArrow(first, second, stroke));
  if (stroke?.hasEndArrow && last && previous) group.append(createArrow(last, previous, stroke));
  svg.append(group);
  return svg;
}

function place(element: HTMLElement, { x, y, w, h, rotation }: Box): void {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
  if (rotation) element.style.transform = `rotate(${rotation}deg)`;
}

function createText(text: ShapeText, nodes: readonly Node[]): HTMLElement {
  const element = document.createElement('div');
  element.className = 'shape-text';
  element.style.padding = text.insets.map((inset) => `${inset}px`).join(' ');
  element.style.justifyContent =
    text.anchor === 'start' ? 'flex-start' : text.anchor === 'end' ? 'flex-end' : 'center';
  if (text.direction !== 'horizontal') {
    element.style.writingMode = 'vertical-rl';
    element.style.textOrientation = text.direction === 'upright' ? 'mixed' : 'sideways';
    if (text.direction === 'left') element.style.transform = 'rotate(180deg)';
  }
  element.append(...nodes);
  return element;
}

/** Draws a node and those inside it, as elements over each other. */
export function drawNode(node: DrawnNode, content: DrawnContent): HTMLElement {
  const element = document.createElement('div');
  element.className = 'drawn';
  element.dataset['kind'] = node.kind;
  place(element, node.box);
  if (node.kind === 'group') {
    element.append(...node.children.map((child) => drawNode(child, content)));
  } else if (node.kind === 'shape') {
    element.append(createOutline(node));
    if (node.text) element.append(createText(node.text, content.text(node.text)));
  } else {
    const draw = node.kind === 'picture' ? content.picture : content.chart;
    const drawn = draw(node.relationship, node.box);
    if (drawn) element.append(drawn);
  }
  return element;
}
