import { fillIn } from '../drawingml/drawing-color.rules.ts';
import { childOf, childrenOf, numberAttribute } from '../drawingml/drawing-xml.rules.ts';
import { type TextStyle, textStyleOf } from './chart-text.rules.ts';

/** An axis of a chart. */
export type Axis = {
  readonly id: string;
  readonly side: 'l' | 'r' | 't' | 'b';
  readonly isDeleted: boolean;
  readonly hasLabels: boolean;
  /** Whether the labels stand at the end of the other axis, not where the axes cross. */
  readonly areLabelsLow: boolean;
  readonly hasMarks: boolean;
  /** Whether the first category lies on the axis of the values. */
  readonly startsOnAxis: boolean;
  /** The colours of lines; null where there are none. */
  readonly lineColor: string | null;
  readonly gridColor: string | null;
  /** The turn of the labels in degrees; null where they turn when they have no room. */
  readonly turn: number | null;
  /** Every so many categories have a label; null where the room decides. */
  readonly labelStep: number | null;
  readonly isReversed: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  /** The format of numbers; null where it is that of the cells. */
  readonly format: string | null;
  readonly title: string;
  readonly titleStyle: TextStyle;
  /** The turn of the title in degrees; null where it has that of its side. */
  readonly titleTurn: number | null;
  readonly style: TextStyle;
};

const defaultLineColor = '#868686';

const valueOf = (element: Element | undefined): string => element?.getAttribute('val') ?? '';

const isOn = (element: Element | undefined) => element !== undefined && /^(1|true|)$/.test(valueOf(element));

type AxisContext = {
  readonly style: TextStyle;
  readonly themeColor: (name: string) => string | null;
  readonly textOf: (element: Element | undefined) => string;
};

/** The colour of a line of an axis: that of its properties, else of the style of the chart. */
function lineColorOf(element: Element | undefined, { themeColor }: AxisContext): string | null {
  const color = fillIn(childOf(childOf(element, 'spPr'), 'ln'), themeColor);
  return color === undefined ? defaultLineColor : color;
}

function numberIn(parent: Element | undefined, name: string): number | null {
  const number = numberAttribute(childOf(parent, name), 'val', Number.NaN);
  return Number.isNaN(number) ? null : number;
}

const turnUnit = 60_000;
const maxTurn = 90;

/** The turn of the labels of an axis, or of the text of a title. */
function turnOf(part: Element | undefined): number | null {
  const body = childOf(childOf(part, 'txPr') ?? childOf(part, 'rich'), 'bodyPr');
  const turn = numberAttribute(body, 'rot', Number.NaN) / turnUnit;
  // Office programs write a turn outside of the circle where they choose it.
  return Math.abs(turn) <= maxTurn ? turn : null;
}

/** Reads an axis (ECMA-376 part 1, 21.2.2); one that is missing has the defaults of its side. */
export function readAxis(element: Element | undefined, side: Axis['side'], context: AxisContext): Axis {
  const { style, themeColor, textOf } = context;
  const stated = /^[lrtb]$/.exec(valueOf(childOf(element, 'axPos')))?.[0];
  const scaling = childOf(element, 'scaling');
  const format = childOf(element, 'numFmt');
  const grid = childOf(element, 'majorGridlines');
  const title = childOf(element, 'title');
  const step = numberIn(element, 'majorUnit');
  return {
    id: valueOf(childOf(element, 'axId')),
    side: (stated as Axis['side'] | undefined) ?? side,
    isDeleted: isOn(childOf(element, 'delete')),
    hasLabels: valueOf(childOf(element, 'tickLblPos')) !== 'none',
    areLabelsLow: valueOf(childOf(element, 'tickLblPos')) === 'low',
    startsOnAxis: valueOf(childOf(element, 'crossBetween')) === 'midCat',
    hasMarks: /^(out|cross)$/.test(valueOf(childOf(element, 'majorTickMark'))),
    lineColor: lineColorOf(element, context),
    gridColor: grid || (!element && side === 'l') ? lineColorOf(grid, context) : null,
    turn: turnOf(element),
    labelStep: numberIn(element, 'tickLblSkip'),
    isReversed: valueOf(childOf(scaling, 'orientation')) === 'maxMin',
    min: numberIn(scaling, 'min'),
    max: numberIn(scaling, 'max'),
    step: step !== null && step > 0 ? step : null,
    format:
      format && !/^(1|true)$/.test(format.getAttribute('sourceLinked') ?? '')
        ? (format.getAttribute('formatCode') ?? '')
        : null,
    title: textOf(title) || (title ? 'Axis Title' : ''),
    titleTurn: turnOf(childOf(title, 'tx')),
    titleStyle: textStyleOf(title, { ...style, isBold: true }, themeColor),
    style: textStyleOf(element, style, themeColor),
  };
}

/** The axes that a plot names, with the one across the values first. */
export function axesOf(
  plot: Element,
  area: Element | undefined,
  context: AxisContext,
): readonly [Axis, Axis] {
  const ids = new Set(childrenOf(plot, 'axId').map(valueOf));
  const axes = ['catAx', 'dateAx', 'valAx'].flatMap((name) => childrenOf(area, name));
  const own = axes.filter((axis) => ids.has(valueOf(childOf(axis, 'axId'))));
  const named = own.length > 0 ? own : axes.slice(0, 2);
  const values = named.filter(({ localName }) => localName === 'valAx');
  const isUpright = (axis: Element) => /^[lr]$/.test(valueOf(childOf(axis, 'axPos')));
  const value = values.length > 1 ? (values.find(isUpright) ?? values[1]) : values[0];
  const across = named.find((axis) => axis !== value);
  return [readAxis(across, 'b', context), readAxis(value, 'l', context)];
}
