import { pictureUrl } from '../picture-types.rules.ts';
import type { GridLayout } from './grid-layout.rules.ts';
import { pixels } from './grid-row.viewer.ts';
import type { Corner, Floating } from './sheet.types.ts';

/** Creates the pictures and text boxes over the cells of a sheet. */
export function createFloating(layout: GridLayout, words: { readonly picture: string }): HTMLElement[] {
  return layout.sheet.floating.flatMap((floating) => {
    if (!floating.from || !floating.to) return [];
    const from = placeOf(floating.from, layout);
    const to = 'row' in floating.to ? placeOf(floating.to, layout) : null;
    const width = to ? to.x - from.x : (floating.to as { width: number }).width;
    const height = to ? to.y - from.y : (floating.to as { height: number }).height;
    const element = document.createElement('div');
    element.className = floating.picture ? 'floating' : 'floating words';
    element.style.insetInlineStart = pixels(layout.headWidth + from.x);
    element.style.top = pixels(layout.headHeight + from.y);
    element.style.width = pixels(Math.max(8, width));
    element.style.height = pixels(Math.max(8, height));
    element.append(...contentOf(floating, words.picture));
    return [element];
  });
}

const placeOf = ({ row, column, x, y }: Corner, { rows, columns }: GridLayout) => ({
  x: columns.offset(column) + Math.min(x, columns.size(column)),
  y: rows.offset(row) + Math.min(y, rows.size(row)),
});

function contentOf({ picture, texts }: Floating, name: string): HTMLElement[] {
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
