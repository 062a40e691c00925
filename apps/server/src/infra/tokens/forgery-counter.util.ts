import type { Clock } from '../clock/clock.port.ts';

/** Counts forged tokens. */
export interface ForgeryCounter {
  count(): void;
  /** Whether the period that runs now had too many. */
  hasTooMany(): boolean;
}

const periodMs = 10_000;
/** A client with a token that was deleted is no attack: tokens are deleted a day after their end. */
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
