/** The positions of the rows or columns of a sheet. Most have the default size. */
export type Axis = {
  readonly count: number;
  readonly total: number;
  size(at: number): number;
  /** The distance between its start and the start of the first one. */
  offset(at: number): number;
  /** The index at a distance; clamped to the first and the last one. */
  at(distance: number): number;
};

export type AxisOptions = {
  readonly count: number;
  readonly defaultSize: number;
  readonly sizes: ReadonlyMap<number, number>;
};

/** The number of elements of a sorted list that are below a value (binary search). */
export function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Creates an axis that stores only the exceptions, so that a million rows cost nothing. */
export function createAxis({ count, defaultSize, sizes }: AxisOptions): Axis {
  const exceptions = Array.from(sizes.keys())
    .filter((at) => at < count)
    .sort((a, b) => a - b);
  const extraSizes = [0];
  for (const at of exceptions)
    extraSizes.push((extraSizes.at(-1) ?? 0) + (sizes.get(at) ?? defaultSize) - defaultSize);
  const offset = (at: number) => at * defaultSize + (extraSizes[countBelow(exceptions, at)] ?? 0);
  return {
    count,
    total: offset(count),
    size: (at) => sizes.get(at) ?? defaultSize,
    offset,
    at(distance) {
      let [low, high] = [0, Math.max(0, count - 1)];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (offset(middle) <= distance) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

/** The name of a column: A, Z, AA. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}
