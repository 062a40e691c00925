import type { Size } from '../pages/page-layout.rules.ts';
import { maxCanvasEdgePx } from './picture-budget.rules.ts';

/**
 * A picture that would be narrower than this share of the viewport is fitted to the width and scrolled, such
 * as a screenshot of a long chat.
 */
const minWidthShare = 0.4;
/** The maximum page width on a wide screen, in CSS pixels, for comfortable reading. */
const maxPageWidthPx = 920;

export type Viewport = Size;

/**
 * The CSS pixels per picture pixel at zoom 1. A single picture is fully visible and is enlarged only if it is
 * a vector drawing.
 */
export function fittedScale(
  { width, height }: Size,
  viewport: Viewport,
  { isSingle, isVector = false }: { readonly isSingle: boolean; readonly isVector?: boolean },
): number {
  const fitWidth = Math.min(viewport.width, isSingle ? viewport.width : maxPageWidthPx) / width;
  if (!isSingle) return fitWidth;
  const maxScale = isVector ? Number.MAX_VALUE : 1;
  const fitBoth = Math.min(maxScale, fitWidth, viewport.height > 0 ? viewport.height / height : 1);
  return width * fitBoth < viewport.width * minWidthShare &&
    width * Math.min(1, fitWidth) > width * fitBoth * 2
    ? Math.min(1, fitWidth)
    : fitBoth;
}

export type BaseScaleInput = {
  readonly size: Size;
  /** The maximum scale at which the picture can be decoded. */
  readonly maxDecodeScale: number;
  /** The scale that the screen would show. */
  readonly screenScale: number;
  readonly maxPixels: number;
};

/**
 * The scale of the canvas of the whole picture. Small pictures are drawn at the resolution of the screen so
 * that the watermark is readable.
 */
export function baseScale({
  size: { width, height },
  maxDecodeScale,
  screenScale,
  maxPixels,
}: BaseScaleInput): number {
  const bitmapScale = maxDecodeScale > 1 ? 0 : maxDecodeScale;
  return Math.min(
    Math.max(bitmapScale, screenScale),
    Math.sqrt(maxPixels / (width * height)),
    maxCanvasEdgePx / Math.max(width, height),
  );
}
