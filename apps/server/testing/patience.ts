import { vi } from 'vitest';

/**
 * How long a test waits for what the service does by itself: a machine that is busy with other things is slow, and it costs
 * nothing where all is well. `expect.poll` waits as long, by `vitest.config.ts`.
 */
const patience = 30_000;

/** Looks again until what is looked for is there. What can still change is read inside. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  // oxlint-disable-next-line no-restricted-vi-methods -- with patience
  return vi.waitFor(look, { timeout: patience, interval: 20 });
}

/** How long something may take: the promised time where the machine is quiet (`npm run test:full`), else not for ever. */
export function promised(milliseconds: number): number {
  return process.env['TEST_FULL'] === '1' ? milliseconds : patience;
}
