export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
}

/** @param sorted - in ascending order. @param share - 0 to 1. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export interface Comparison {
  /** The work is divided into this many slices, and all are repeated `rounds` times. */
  readonly slices: number;
  readonly rounds: number;
  readonly raw: (slice: number) => Promise<unknown>;
  readonly ours: (slice: number) => Promise<unknown>;
}

/** Runs two functions in pairs, so that other load affects both. The first of a pair alternates. */
export async function inPairs<One, Other>(
  pairs: number,
  one: (pair: number) => Promise<One>,
  other: (pair: number) => Promise<Other>,
  isOneFirst: (pair: number) => boolean = (pair) => pair % 2 === 0,
): Promise<[one: One, other: Other][]> {
  const results: [One, Other][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (isOneFirst(pair)) {
      results.push([await one(pair), await other(pair)]);
    } else {
      const second = await other(pair);
      results.push([await one(pair), second]);
    }
  }
  return results;
}

/**
 * The speed of `ours` relative to `raw`: the median over pairs of one slice, so that other load affects both. The
 * first of a pair alternates.
 */
export async function ratio({ slices, rounds, raw, ours }: Comparison): Promise<number> {
  await raw(0);
  await ours(0);
  const pairs = await inPairs(
    slices * rounds,
    (pair) => timed(() => raw(pair % slices)),
    (pair) => timed(() => ours(pair % slices)),
    (pair) => (pair + Math.floor(pair / slices)) % 2 === 0,
  );
  return rounded(median(pairs.map(([before, own]) => before / own)));
}
