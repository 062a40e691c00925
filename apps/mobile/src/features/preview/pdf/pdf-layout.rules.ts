export type Size = { readonly width: number; readonly height: number };

/** A rectangle of a page in CSS pixels from its top left corner. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/**
 * Limit of the pixels of a whole page. Where that is coarser than the screen, the visible part is drawn again
 * at full sharpness. Phones reject large canvases and run out of memory because of them.
 */
export const basePixels = 5_000_000;
/** Limit of the pixels of the sharp part of a page: the visible part and a margin. */
export const detailPixels = 8_000_000;
/** The margin of the sharp part, as a share of the visible part. */
const around = 0.25;

export const turned = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** Canvas pixels per point for the whole page; `screenScale` is the resolution of the screen. */
export const baseScale = (size: Size, wanted: number): number =>
  Math.min(wanted, Math.sqrt(basePixels / (size.width * size.height)));

/** The box to draw sharply: the visible part with a margin, within the page and the pixel limit. */
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
