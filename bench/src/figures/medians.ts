import { median, rounded } from '../stats.ts';
import { isRecord } from './values.ts';

/** Medians of an even number of runs are means, which have more digits than the runs. */
const medianDigits = 6;

/**
 * The median of each number of several results of the same shape. A number that only some results have is the median of
 * those. Of other values, and of lists with different lengths, the last one remains.
 */
export function medianOf(results: readonly unknown[]): unknown {
  const present = results.filter((result) => result !== undefined && result !== null);
  const last = present.at(-1);
  if (present.every((result) => typeof result === 'number')) {
    return present.length === 0 ? undefined : rounded(median(present), medianDigits);
  }
  if (present.every((result) => Array.isArray(result))) return medianOfLists(present);
  if (!present.every(isRecord)) return last;
  const keys = new Set(present.flatMap((result) => Object.keys(result)));
  return Object.fromEntries([...keys].map((key) => [key, medianOf(present.map((result) => result[key]))]));
}

function medianOfLists(lists: readonly unknown[][]): unknown {
  const last = lists.at(-1) ?? [];
  if (lists.some(({ length }) => length !== last.length)) return last;
  return last.map((_, index) => medianOf(lists.map((list) => list[index])));
}
