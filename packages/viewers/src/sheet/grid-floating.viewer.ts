import { pictureUrl } from '../format/picture-types.rules.ts';
import type { GridLayout } from './grid-layout.rules.ts';
import { scaledPixels } from './grid-row.viewer.ts';
import type { AnchorCorner, FloatingObject } from './sheet.types.ts';

/** Creates the pictures and text boxes over the cells of a sheet. */
export function createFloating(layout: GridLayout, words: { readonly picture: string }): HTMLElement[] {
  return layout.sheet.floating.flatMap((floating) => {
    if (!floating.from || !floating.to) return [];
    const from = pointOf(floating.from, layout);
    const to = 'row' in floating.to ? pointOf(floating.to, layout) : null;
    const width = to ? to.x - from.x : (floating.to as { width: number }).width;
    const height = to ? to.y - from.y : (floating.to as { height: number }).height;
    const element = document.createElement('div');
    element.className = floating.picture ? 'floating' : 'floating words';
    element.style.insetInlineStart = scaledPixels(layout.headWidth + from.x);
    element.style.top = scaledPixels(layout.headHeight + from.y);
    element.style.width = scaledPixels(Math.max(8, width));
    element.style.height = scaledPixels(Math.max(8, height));
    element.append(...contentOf(floating, words.picture));
    return [element];
  });
}

const pointOf = ({ row, column, x, y }: AnchorCorner, { rows, columns }: GridLayout) => ({
  x: columns.offset(column) + Math.min(x, columns.size(column)),
  y: rows.offset(row) + Math.min(y, rows.size(row)),
});

function contentOf({ picture, texts }: FloatingObject, name: string): HTMLElement[] {
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
