import type { Axis } from './axis.rules.ts';

/** A span of rows or columns, both ends inclusive. */
export type Span = { readonly first: number; readonly last: number };

/** The visible part of an axis, unscaled. */
export type Seen = { readonly from: number; readonly room: number };

/** The rows or columns that are rendered: the visible ones and a margin on both sides. */
export function spanOf(axis: Axis, { from, room }: Seen, frozen: number): Span {
  const margin = room / 2;
  return { first: Math.max(frozen, axis.at(from - margin)), last: axis.at(from + room + margin) };
}

/** Limit of frozen rows or columns: all of them are rendered, even hidden ones. */
const mostFrozen = 200;

/**
 * The number of frozen rows or columns. Zero if they would take more than half of the viewport, as on a
 * phone.
 */
export function frozenThatFits(axis: Axis, frozen: number, room: number): number {
  const count = Math.min(frozen, axis.count);
  return count <= mostFrozen && axis.offset(count) <= room / 2 ? count : 0;
}

/** The row or column at a distance from the start of the viewport. */
export const under = (axis: Axis, distance: number, { from }: Seen, frozen: number): number =>
  axis.at(distance < axis.offset(frozen) ? distance : distance + from);

/** The scroll position at which a row or column is visible; unchanged if it is visible already. */
export function scrollFor(axis: Axis, at: number, { from, room }: Seen, frozen: number): number {
  if (at < frozen) return from;
  const fast = axis.offset(frozen);
  const start = axis.offset(at);
  const end = start + axis.size(at);
  if (start < from + fast) return Math.max(0, start - fast);
  return end > from + room ? Math.max(0, Math.min(start - fast, end - room)) : from;
}
