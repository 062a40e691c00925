import { vi } from 'vitest';

/**
 * Time that a test waits for background work of the service. The limit is long because a busy machine is slow. A
 * passing test does not wait that long. `expect.poll` has the same limit in `vitest.config.ts`.
 */
const defaultTimeLimitMs = 30_000;

/** Retries the callback until it succeeds. The callback must read all state that can still change. */
export function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  // oxlint-disable-next-line no-restricted-vi-methods -- the timeout is explicit
  return vi.waitFor(attempt, { timeout: defaultTimeLimitMs, interval: 20 });
}

/** Time limit of an operation: the specified one in `npm run test:full`, else one that a busy machine can keep. */
export function timeLimitMs(milliseconds: number): number {
  return process.env['TEST_FULL'] === '1' ? milliseconds : defaultTimeLimitMs;
}
