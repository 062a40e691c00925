import { setTimeout as pause } from 'node:timers/promises';
import { check } from './step.ts';

/** Polls until the condition holds. @throws Error with the expectation if it does not hold within a minute. */
export async function waitUntil(isMet: () => boolean | Promise<boolean>, expected: string): Promise<void> {
  const startedMs = performance.now();
  while (!(await isMet())) {
    check(performance.now() - startedMs < 60_000, expected);
    await pause(50);
  }
}
