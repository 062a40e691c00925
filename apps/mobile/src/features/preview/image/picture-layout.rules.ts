import type { Size } from '../pdf/pdf-layout.rules.ts';
import { longestEdge } from './picture-budget.rules.ts';

/** A picture that would be thinner than this share of the screen is one to scroll through, as a chat's whole history is. */
const thinnest = 0.4;
/** On a wide screen a page is no wider than one reads comfortably, in CSS pixels. */
const comfortable = 920;

export type Room = Size;

/**
 * CSS pixels that one pixel of a picture takes where nothing is zoomed: a single one is seen whole, and enlarged only
 * where it is drawn from lines.
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
  /** How many pixels one of its own can become. */
  readonly finest: number;
  /** How many the screen would show. */
  readonly wanted: number;
  readonly mostPixels: number;
};

/**
 * Canvas pixels for one of the whole picture's. Small ones are drawn as finely as the screen is, so that the watermark in
 * them can be read.
 */
export function wholeScale({ size: { width, height }, finest, wanted, mostPixels }: Fineness): number {
  const own = finest > 1 ? 0 : finest;
  return Math.min(
    Math.max(own, wanted),
    Math.sqrt(mostPixels / (width * height)),
    longestEdge / Math.max(width, height),
  );
}
