import { fillIn } from '../drawingml/drawing-color.rules.ts';
import { childOf, numberAttribute } from '../drawingml/drawing-xml.rules.ts';

/** How a text of a chart looks. */
export type TextStyle = {
  readonly sizePx: number;
  readonly isBold: boolean;
  readonly color: string;
  readonly family: string;
};

const pixelsPerPoint = 4 / 3;
const maxPoints = 200;

/** The font of charts whose theme is that of new documents. */
const themeFamily = 'Calibri, Carlito, sans-serif';

const stylePoints = (points: number, isBold = false): TextStyle => ({
  sizePx: points * pixelsPerPoint,
  isBold,
  color: '#000000',
  family: themeFamily,
});

/** The texts of charts that state no size. */
export const labelStyle = stylePoints(10);
export const titleStyle = stylePoints(18, true);

type ThemeColor = (name: string) => string | null;

function withProperties(style: TextStyle, run: Element | undefined, themeColor: ThemeColor): TextStyle {
  if (!run) return style;
  const points = numberAttribute(run, 'sz') / 100;
  const bold = run.getAttribute('b');
  const typeface = childOf(run, 'latin')?.getAttribute('typeface') ?? '';
  return {
    sizePx: points > 0 ? Math.min(maxPoints, points) * pixelsPerPoint : style.sizePx,
    isBold: bold === null ? style.isBold : /^(1|true)$/.test(bold),
    color: fillIn(run, themeColor) ?? style.color,
    family: typeface === '' || /^\+|["\\]/.test(typeface) ? style.family : `"${typeface}", ${themeFamily}`,
  };
}

const defaultsOf = (text: Element | undefined) => childOf(childOf(childOf(text, 'p'), 'pPr'), 'defRPr');

/** The style of the texts of a part of a chart, over the style that it inherits. */
export function textStyleOf(
  part: Element | undefined,
  inherited: TextStyle,
  themeColor: ThemeColor,
): TextStyle {
  const rich = childOf(childOf(part, 'tx'), 'rich');
  const paragraph = childOf(rich, 'p');
  return [
    defaultsOf(childOf(part, 'txPr')),
    defaultsOf(rich),
    childOf(childOf(paragraph, 'r'), 'rPr'),
  ].reduce((style, run) => withProperties(style, run, themeColor), inherited);
}

/** The style that titles of a chart inherit: one that states a size makes them a fifth larger. */
export function titleStyleOf(space: Element | undefined, themeColor: ThemeColor): TextStyle {
  const base = textStyleOf(space, { ...labelStyle, sizePx: 0 }, themeColor);
  return { ...base, sizePx: base.sizePx > 0 ? base.sizePx * 1.2 : titleStyle.sizePx, isBold: true };
}
