export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
}

export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * How fast `ours` is compared with `raw`, 1 being as fast: the median over pairs that run one after the other, so that
 * whatever else the machine does meets both. Which one begins alternates.
 */
export async function ratio(
  raw: () => Promise<unknown>,
  ours: () => Promise<unknown>,
  pairs: number,
): Promise<number> {
  await raw();
  await ours();
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const before = pair % 2 === 0 ? await timed(raw) : undefined;
    const own = await timed(ours);
    ratios.push((before ?? (await timed(raw))) / own);
  }
  return rounded(median(ratios));
}
