export type Size = { readonly width: number; readonly height: number };

/** A stretch of a page in CSS pixels from its corner. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/**
 * A whole page has no more pixels than this; where that is coarser than the screen, what is seen of it is drawn once more
 * and sharp. Phones refuse large canvases and run out of memory over them.
 */
export const basePixels = 5_000_000;
/** The sharp part of a page: what is seen and somewhat around it. */
export const detailPixels = 8_000_000;
/** How far around, of what is seen. */
const around = 0.25;

export const turned = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** Canvas pixels a point for the whole page, where `wanted` would be as fine as the screen. */
export const baseScale = (size: Size, wanted: number): number =>
  Math.min(wanted, Math.sqrt(basePixels / (size.width * size.height)));

/** What to draw sharp, around what is seen and within the page and the pixels that may be spent. */
export function detailBox(seen: Box, page: Size, pixelRatio: number): Box {
  const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
  const grown = (share: number): Box => ({
    left: Math.max(0, Math.floor(seen.left - width * share)),
    top: Math.max(0, Math.floor(seen.top - height * share)),
    right: Math.min(page.width, Math.ceil(seen.right + width * share)),
    bottom: Math.min(page.height, Math.ceil(seen.bottom + height * share)),
  });
  const pixels = (box: Box) => (box.right - box.left) * (box.bottom - box.top) * pixelRatio ** 2;
  return [around, around / 2, 0].map(grown).find((box) => pixels(box) <= detailPixels) ?? grown(0);
}

export const covers = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left + 1 &&
  outer.top <= inner.top + 1 &&
  outer.right >= inner.right - 1 &&
  outer.bottom >= inner.bottom - 1;
