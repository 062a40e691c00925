import type { Axis } from './axis.rules.ts';

/** Rows or columns from `first` to `last`, both within it. */
export type Span = { readonly first: number; readonly last: number };

/** A stretch of an axis that is seen, before it is scaled. */
export type Seen = { readonly from: number; readonly room: number };

/** What of an axis is to be in the page: what is seen, and some more on both sides. */
export function spanOf(axis: Axis, { from, room }: Seen, frozen: number): Span {
  const margin = room / 2;
  return { first: Math.max(frozen, axis.at(from - margin)), last: axis.at(from + room + margin) };
}

/** Of what is held fast all is in the page, also what is hidden there. */
const mostFrozen = 200;

/** What is held fast must leave room for the rest: on a phone a wide frozen part would hide it. */
export function frozenThatFits(axis: Axis, frozen: number, room: number): number {
  const count = Math.min(frozen, axis.count);
  return count <= mostFrozen && axis.offset(count) <= room / 2 ? count : 0;
}

/** The row or column at a distance from the start of what is seen. */
export const under = (axis: Axis, distance: number, { from }: Seen, frozen: number): number =>
  axis.at(distance < axis.offset(frozen) ? distance : distance + from);

/** Where to scroll so that a row or column is seen; nowhere else where it is seen already. */
export function scrollFor(axis: Axis, at: number, { from, room }: Seen, frozen: number): number {
  if (at < frozen) return from;
  const fast = axis.offset(frozen);
  const start = axis.offset(at);
  const end = start + axis.size(at);
  if (start < from + fast) return Math.max(0, start - fast);
  return end > from + room ? Math.max(0, Math.min(start - fast, end - room)) : from;
}
