import { createSvg } from '../drawingml/draw-nodes.viewer.ts';

export const textSizePx = 13;
export const gapPx = 8;
/** The estimated width of a letter, as a share of its size. */
const letterWidth = 0.55;

export type Area = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

type TextOptions = {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly turn?: number;
};

/** Creates a text of a chart at a place. */
export function createText(
  text: string,
  x: number,
  y: number,
  { anchor = 'middle', size = textSizePx, turn }: TextOptions = {},
) {
  return createSvg(
    'text',
    {
      x,
      y,
      'text-anchor': anchor,
      'font-size': size,
      fill: '#000000',
      ...(turn === undefined ? {} : { transform: `rotate(${turn} ${x} ${y})` }),
    },
    text,
  );
}

/** The estimated width of a text of a chart. */
export const widthOf = (text: string) => text.length * textSizePx * letterWidth;
