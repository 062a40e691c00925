import { drawChart } from '../chart/draw-chart.viewer.ts';
import { themeColorsOf } from '../drawingml/drawing-color.rules.ts';
import { pictureUrl } from '../format/picture-types.rules.ts';
import type { GridLayout } from './grid-layout.rules.ts';
import { scaledPixels } from './grid-row.viewer.ts';
import type { AnchorCorner, ChartParts, FloatingObject } from './sheet.types.ts';

/** Creates the pictures and text boxes over the cells of a sheet. */
export function createFloating(layout: GridLayout, words: { readonly picture: string }): HTMLElement[] {
  return layout.sheet.floating.flatMap((floating) => {
    if (!floating.from || !floating.to) return [];
    const from = pointOf(floating.from, layout);
    const to = 'row' in floating.to ? pointOf(floating.to, layout) : null;
    const width = to ? to.x - from.x : (floating.to as { width: number }).width;
    const height = to ? to.y - from.y : (floating.to as { height: number }).height;
    const element = document.createElement('div');
    const content = contentOf(floating, words.picture, { width, height });
    element.className = content.every(({ nodeName }) => nodeName === 'P') ? 'floating words' : 'floating';
    element.style.insetInlineStart = scaledPixels(layout.headWidth + from.x);
    element.style.top = scaledPixels(layout.headHeight + from.y);
    element.style.width = scaledPixels(Math.max(8, width));
    element.style.height = scaledPixels(Math.max(8, height));
    element.append(...content);
    return [element];
  });
}

const pointOf = ({ row, column, x, y }: AnchorCorner, { rows, columns }: GridLayout) => ({
  x: columns.offset(column) + Math.min(x, columns.size(column)),
  y: rows.offset(row) + Math.min(y, rows.size(row)),
});

type Size = { readonly width: number; readonly height: number };

const parseXml = (xml: string): Document | null => {
  const part = new DOMParser().parseFromString(xml, 'application/xml');
  return part.querySelector('parsererror') ? null : part;
};

/** Draws a chart; null where it has a kind that is not drawn. */
function createChart({ chart, theme }: ChartParts, { width, height }: Size): Element | null {
  const part = parseXml(chart);
  const box = { x: 0, y: 0, w: Math.max(8, width), h: Math.max(8, height) };
  return part && drawChart(part, box, themeColorsOf(theme === '' ? null : parseXml(theme)));
}

function contentOf({ picture, chart, texts }: FloatingObject, name: string, size: Size): Element[] {
  const drawn = chart ? createChart(chart, size) : null;
  if (drawn) {
    drawn.setAttribute('role', 'img');
    drawn.setAttribute('aria-label', texts.join(', '));
    return [drawn];
  }
  if (picture) {
    const image = document.createElement('img');
    image.alt = texts.join(' ') || name;
    image.src = pictureUrl(picture.mimeType, picture.bytes);
    return [image];
  }
  return texts.map((text) => {
    const line = document.createElement('p');
    line.textContent = text;
    return line;
  });
}
