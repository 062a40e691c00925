import type { Size } from '../pdf/pdf-layout.rules.ts';
import { longestEdge } from './picture-budget.rules.ts';

/**
 * A picture that would be narrower than this share of the viewport is fitted to the width and scrolled, such
 * as a screenshot of a long chat.
 */
const thinnest = 0.4;
/** The maximum page width on a wide screen, in CSS pixels, for comfortable reading. */
const comfortable = 920;

export type Room = Size;

/**
 * The CSS pixels per picture pixel at zoom 1. A single picture is fully visible and is enlarged only if it is
 * a vector drawing.
 */
export function unitOf(
  { width, height }: Size,
  room: Room,
  { isSingle, isDrawn = false }: { readonly isSingle: boolean; readonly isDrawn?: boolean },
): number {
  const across = Math.min(room.width, isSingle ? room.width : comfortable) / width;
  if (!isSingle) return across;
  const most = isDrawn ? Number.MAX_VALUE : 1;
  const whole = Math.min(most, across, room.height > 0 ? room.height / height : 1);
  return width * whole < room.width * thinnest && width * Math.min(1, across) > width * whole * 2
    ? Math.min(1, across)
    : whole;
}

export type Fineness = {
  readonly size: Size;
  /** The maximum scale at which the picture can be decoded. */
  readonly finest: number;
  /** The scale that the screen would show. */
  readonly wanted: number;
  readonly mostPixels: number;
};

/**
 * The scale of the canvas of the whole picture. Small pictures are drawn at the resolution of the screen so
 * that the watermark is readable.
 */
export function wholeScale({ size: { width, height }, finest, wanted, mostPixels }: Fineness): number {
  const own = finest > 1 ? 0 : finest;
  return Math.min(
    Math.max(own, wanted),
    Math.sqrt(mostPixels / (width * height)),
    longestEdge / Math.max(width, height),
  );
}
