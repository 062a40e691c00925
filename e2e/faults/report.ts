import type { CallCounts, Violation } from './journal.ts';

/** How often a fault occurred, and the recovery times after it. */
export interface FaultStatistics {
  times: number;
  /** In milliseconds. */
  readonly recoveriesMs: number[];
}

export interface RoundFigures {
  readonly store: string;
  readonly settledMs: number;
  readonly violations: readonly Violation[];
}

export interface Totals {
  readonly calls: { asked: number; acknowledged: number; refused: number; unknown: number; givenUp: number };
  readonly byStatus: Record<string, number>;
  readonly noted: Record<string, number>;
}

export interface FaultSummary {
  readonly times: number;
  readonly medianMs: number | null;
  readonly maxMs: number | null;
}

export function summariesOf(statistics: ReadonlyMap<string, FaultStatistics>): Record<string, FaultSummary> {
  return Object.fromEntries(
    [...statistics]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { times, recoveriesMs }]) => {
        const sorted = recoveriesMs.toSorted((a, b) => a - b).map((ms) => Math.round(ms));
        return [
          name,
          { times, medianMs: sorted[Math.floor(sorted.length / 2)] ?? null, maxMs: sorted.at(-1) ?? null },
        ];
      }),
  );
}

export function addCalls(totals: Totals, counts: CallCounts): void {
  for (const name of ['asked', 'acknowledged', 'refused', 'unknown', 'givenUp'] as const)
    totals.calls[name] += counts[name];
  for (const [status, n] of counts.byStatus) totals.byStatus[status] = (totals.byStatus[status] ?? 0) + n;
}

/** The number of violations of each invariant. */
export function countViolations(violations: readonly Violation[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { invariant } of violations) counts[invariant] = (counts[invariant] ?? 0) + 1;
  return counts;
}
