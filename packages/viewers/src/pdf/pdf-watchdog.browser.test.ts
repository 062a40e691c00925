import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWatchdog } from './pdf-watchdog.util.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limitMs = 10_000;
const stuck = () => new Promise<never>(() => undefined);

it('times out work that makes no progress', async () => {
  const { guard } = createWatchdog(
    limitMs,
    () => false,
    async () => undefined,
  );
  const failed = vi.fn<(error: unknown) => void>();
  guard(stuck()).catch(failed);
  await vi.advanceTimersByTimeAsync(limitMs - 500);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'tooSlow' }));
});

it('does not count the time while the WebAssembly compiler is busy', async () => {
  let finish: () => void = () => undefined;
  const compilerIdle = vi.fn<() => Promise<void>>(async () => undefined);
  compilerIdle.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  const { guard } = createWatchdog(limitMs, () => false, compilerIdle);
  const failed = vi.fn<(error: unknown) => void>();
  guard(stuck()).catch(failed);
  await vi.advanceTimersByTimeAsync(5 * limitMs);
  expect(failed).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(limitMs + 1_500);
  expect(failed).toHaveBeenCalledOnce();
});
