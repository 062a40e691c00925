import type { Axis } from './axis.rules.ts';

/** A span of rows or columns, both ends inclusive. */
export type Span = { readonly first: number; readonly last: number };

/** The visible part of an axis, unscaled. */
export type VisibleRange = { readonly from: number; readonly length: number };

/** The rows or columns that are rendered: the visible ones and a margin on both sides. */
export function spanOf(axis: Axis, { from, length }: VisibleRange, frozen: number): Span {
  const margin = length / 2;
  return { first: Math.max(frozen, axis.at(from - margin)), last: axis.at(from + length + margin) };
}

/** Limit of frozen rows or columns: all of them are rendered, even hidden ones. */
const maxFrozen = 200;

/**
 * The number of frozen rows or columns. Zero if they would take more than half of the viewport, as on a
 * phone.
 */
export function fittingFrozenCount(axis: Axis, frozen: number, length: number): number {
  const count = Math.min(frozen, axis.count);
  return count <= maxFrozen && axis.offset(count) <= length / 2 ? count : 0;
}

/** The row or column at a distance from the start of the viewport. */
export const indexAtDistance = (
  axis: Axis,
  distance: number,
  { from }: VisibleRange,
  frozen: number,
): number => axis.at(distance < axis.offset(frozen) ? distance : distance + from);

/** The scroll position at which a row or column is visible; unchanged if it is visible already. */
export function scrollOffsetFor(
  axis: Axis,
  at: number,
  { from, length }: VisibleRange,
  frozen: number,
): number {
  if (at < frozen) return from;
  const frozenSize = axis.offset(frozen);
  const start = axis.offset(at);
  const end = start + axis.size(at);
  if (start < from + frozenSize) return Math.max(0, start - frozenSize);
  return end > from + length ? Math.max(0, Math.min(start - frozenSize, end - length)) : from;
}
