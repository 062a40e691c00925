import type { SkippedStage } from './stage-rules.ts';

/** The skipped stages after stages were inserted behind the one with an index. Those before it keep their places. */
export const shiftSkipped = (
  skipped: readonly SkippedStage[] | undefined,
  { index, by }: { index: number; by: number },
): readonly SkippedStage[] | undefined =>
  skipped?.map(({ before, ...one }) => Object.assign({ before: before > index ? before + by : before }, one));

/** The skipped stages of an application that is submitted again behind the stage with an index. */
export function continueSkipped(
  { until, next }: { until: readonly SkippedStage[] | undefined; next: readonly SkippedStage[] | undefined },
  index: number,
): readonly SkippedStage[] {
  const passed = (until ?? []).filter(({ before }) => before <= index);
  return [...passed, ...(shiftSkipped(next, { index: -1, by: index + 1 }) ?? [])];
}
