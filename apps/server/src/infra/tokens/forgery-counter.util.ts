import type { Clock } from '../clock/clock.port.ts';

/** Counts forged tokens. */
export interface ForgeryCounter {
  count(): void;
  /** Whether the period that runs now had too many. */
  hasTooMany(): boolean;
}

const periodMs = 10_000;
/** Tokens without a row count too. Honest clients hardly ever have one: a row is deleted a day after its token has expired. */
const maxForgeries = 100;

export function createForgeryCounter(clock: Clock): ForgeryCounter {
  let periodStart = Number.NEGATIVE_INFINITY;
  let forgeries = 0;
  const startPeriodIfDue = () => {
    const age = clock() - periodStart;
    // A clock that was set back also starts a period.
    if (age >= 0 && age < periodMs) return;
    periodStart = clock();
    forgeries = 0;
  };
  return {
    count: () => {
      startPeriodIfDue();
      forgeries += 1;
    },
    hasTooMany: () => {
      startPeriodIfDue();
      return forgeries >= maxForgeries;
    },
  };
}
