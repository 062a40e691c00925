import { setTimeout as delay } from 'node:timers/promises';
import type { Expectation, Observation } from './in-page.ts';
import { FrameMissing } from './webdriver-session.ts';

const pollIntervalMs = 50;

export type ExpectOptions = Expectation & { readonly isNot: boolean; readonly timeout: number };

export type ExpectResult = {
  readonly matches: boolean;
  readonly received: { readonly value: unknown };
  readonly timedOut?: boolean;
  readonly log: readonly string[];
};

/** Errors of a replaced document, or of an element that disappeared between two commands. */
function retryable(error: unknown): false {
  const isPassing =
    error instanceof FrameMissing ||
    (error instanceof Error &&
      /StaleElement|ElementClickIntercepted|NoSuchFrame|JavascriptError|ElementNotInteractable|NoSuchElement/.test(
        error.name,
      ));
  if (!isPassing) throw error;
  return false;
}

/** Repeats until the condition holds. @throws {Error} with the message of `problem` after the timeout. */
export async function waitUntil(
  isReached: () => Promise<unknown>,
  timeoutMs: number,
  problem: () => string,
): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  while (!(await isReached().catch(retryable))) {
    if (performance.now() > endMs) throw new Error(problem());
    await delay(pollIntervalMs);
  }
}

/** Compares until the result matches, or the time is over. */
export async function expectUntil(
  { isNot, timeout, ...expectation }: ExpectOptions,
  observe: (expectation: Expectation) => Promise<Observation>,
): Promise<ExpectResult> {
  const endMs = performance.now() + timeout;
  let last: Observation = { matches: isNot, received: undefined };
  for (;;) {
    const observed = await observe(expectation).catch(retryable);
    if (observed) last = observed;
    const log = [`last seen: ${JSON.stringify(last.received)}`];
    if (observed && last.matches !== isNot)
      return { matches: last.matches, received: { value: last.received }, log };
    if (performance.now() > endMs)
      return { matches: isNot, received: { value: last.received }, timedOut: true, log };
    await delay(pollIntervalMs);
  }
}
