import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { TextStyle } from './chart-text.rules.ts';

export const gapPx = 7;
const lineHeight = 1.22;
/** The place of the base line below the middle of a line, as a share of the size of its letters. */
const baseline = 0.32;
const maxTextLength = 500;
const maxLines = 12;

export type Area = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

export const lineHeightOf = ({ sizePx }: TextStyle): number => sizePx * lineHeight;

let measure: CanvasRenderingContext2D | null | undefined;

/** The width of a text of a chart. */
export function widthOf(text: string, { sizePx, isBold, family }: TextStyle): number {
  measure ??= document.createElement('canvas').getContext('2d');
  const shown = text.slice(0, maxTextLength);
  // A letter has about half of its size where nothing measures it.
  if (!measure) return shown.length * sizePx * 0.55;
  measure.font = `${isBold ? 'bold ' : ''}${sizePx}px ${family}`;
  return measure.measureText(shown).width;
}

/** The parts between which a text may break: words, and each letter of scripts without spaces. */
const partsOf = (text: string): readonly string[] =>
  text.slice(0, maxTextLength).match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? [];

/** The lines of a text in a width; a word that is wider is broken. */
export function linesOf(text: string, width: number, style: TextStyle): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const add = (part: string) => {
    if (line !== '' && widthOf((line + part).trimEnd(), style) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  };
  for (const part of partsOf(text)) {
    if (widthOf(part.trimEnd(), style) <= width) add(part);
    else for (const letter of part) if (lines.length < maxLines) add(letter);
    if (lines.length >= maxLines) return lines;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

type TextOptions = {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly turn?: number;
};

/** Creates a line of a text of a chart, with its middle at a height. */
export function createText(
  text: string,
  x: number,
  y: number,
  { sizePx, isBold, color, family }: TextStyle,
  { anchor = 'middle', turn }: TextOptions = {},
): SVGElement {
  return createSvg(
    'text',
    {
      x,
      y: y + sizePx * baseline,
      'text-anchor': anchor,
      'font-size': sizePx,
      'font-family': family,
      ...(isBold ? { 'font-weight': 'bold' } : {}),
      fill: color,
      ...(turn === undefined ? {} : { transform: `rotate(${turn} ${x} ${y})` }),
    },
    text,
  );
}

/** Creates the lines of a text, the first one below a height. */
export const createLines = (
  lines: readonly string[],
  x: number,
  top: number,
  style: TextStyle,
): readonly SVGElement[] =>
  lines.map((line, at) => createText(line, x, top + (at + 0.5) * lineHeightOf(style), style));
