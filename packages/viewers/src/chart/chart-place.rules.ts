import { childOf, numberAttribute } from '../drawingml/drawing-xml.rules.ts';

/** The place that a file gives to a part of a chart, in shares of the chart. */
export type ChartPlace = {
  readonly x: number;
  readonly y: number;
  /** The size; null where the part has its own. */
  readonly w: number | null;
  readonly h: number | null;
  /** Whether the place is that of the plot between its axes. */
  readonly isInner: boolean;
};

const isShare = (value: number) => value >= 0 && value <= 1;

/** Reads the place of a part of a chart (ECMA-376 part 1, 21.2.2.95); null where the layout decides. */
export function readPlace(part: Element | undefined): ChartPlace | null {
  const layout = childOf(childOf(part, 'layout'), 'manualLayout');
  const isEdge = (name: string) => childOf(layout, name)?.getAttribute('val') === 'edge';
  const value = (name: string) => numberAttribute(childOf(layout, name), 'val', Number.NaN);
  const [x, y] = [value('x'), value('y')];
  if (!isEdge('xMode') || !isEdge('yMode') || !isShare(x) || !isShare(y)) return null;
  const sizeOf = (name: string, mode: string, start: number) => {
    const size = isEdge(mode) ? value(name) - start : value(name);
    return size > 0 && size <= 1 ? Math.min(size, 1 - start) : null;
  };
  return {
    x,
    y,
    w: sizeOf('w', 'wMode', x),
    h: sizeOf('h', 'hMode', y),
    isInner: childOf(layout, 'layoutTarget')?.getAttribute('val') === 'inner',
  };
}
