import { limits } from '@sealflow/domain/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countQueries, startPolling } from './badges.hook.ts';

it('counts by parameters in the plain dialect', () => {
  expect(countQueries('eds-pro_15.4')).toEqual({
    flows: { skip: 0, limit: 0, state: 'awaiting_approval' },
    tasks: { skip: 0, limit: 0, state: 'awaiting', type: 'approval' },
  });
});

it('counts by a filter in the dialect of version 16', () => {
  expect(countQueries('eds-pro_16.2')).toEqual({
    flows: { skip: 0, limit: 0, filter: '{"state":"awaiting_approval"}' },
    tasks: { skip: 0, limit: 0, filter: '{"state":"awaiting","nodeType":"approve"}' },
  });
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('starts at once, repeats every 60 s, and each round aborts the previous one', async () => {
  const rounds: AbortSignal[] = [];
  const { pollNow, stop } = startPolling(async (signal) => {
    rounds.push(signal);
  }, limits.badgePollMs);
  const aborted = () => rounds.map((signal) => signal.aborted);
  expect(aborted()).toEqual([false]);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(aborted()).toEqual([true, false]);
  pollNow();
  expect(aborted()).toEqual([true, true, false]);
  stop();
  expect(aborted()).toEqual([true, true, true]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(rounds).toHaveLength(3);
});

it('continues after a failure without showing it', async () => {
  let requests = 0;
  const { stop } = startPolling(async () => {
    requests += 1;
    throw new TypeError('Failed to fetch');
  }, 60_000);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toBe(3);
  stop();
});
