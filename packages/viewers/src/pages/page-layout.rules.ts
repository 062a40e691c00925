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
export const maxBasePixels = 5_000_000;
/** Limit of the pixels of the sharp part of a page: the visible part and a margin. */
export const maxDetailPixels = 8_000_000;
/** The margin of the sharp part, as a share of the visible part. */
const detailMarginShare = 0.25;

/** From this viewport width on, two pages side by side are readable, in CSS pixels. */
const pairsMinWidthPx = 700;

export const hasRoomForPairs = (viewportWidthPx: number): boolean => viewportWidthPx >= pairsMinWidthPx;

export const rotatedSize = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** Canvas pixels per point for the whole page; `screenScale` is the resolution of the screen. */
export const baseScale = (size: Size, screenScale: number): number =>
  Math.min(screenScale, Math.sqrt(maxBasePixels / (size.width * size.height)));

/** The box to draw sharply: the visible part with a margin, within the page and the pixel limit. */
export function detailBox(visible: Box, page: Size, pixelRatio: number): Box {
  const [width, height] = [visible.right - visible.left, visible.bottom - visible.top];
  const withMargin = (share: number): Box => ({
    left: Math.max(0, Math.floor(visible.left - width * share)),
    top: Math.max(0, Math.floor(visible.top - height * share)),
    right: Math.min(page.width, Math.ceil(visible.right + width * share)),
    bottom: Math.min(page.height, Math.ceil(visible.bottom + height * share)),
  });
  const pixels = (box: Box) => (box.right - box.left) * (box.bottom - box.top) * pixelRatio ** 2;
  return (
    [detailMarginShare, detailMarginShare / 2, 0]
      .map(withMargin)
      .find((box) => pixels(box) <= maxDetailPixels) ?? withMargin(0)
  );
}

export const covers = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left + 1 &&
  outer.top <= inner.top + 1 &&
  outer.right >= inner.right - 1 &&
  outer.bottom >= inner.bottom - 1;
