import { expect, it } from 'vitest';
import { frameTimes, type TraceEvent } from './main-thread.ts';

const event = (name: string, ts: number, times: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ts,
  pid: 1,
  tid: 1,
  ...times,
});

it('sums the processor time of the main thread from frame to frame', () => {
  const events = [
    event('measured-frames', 0),
    event('RunTask', 1_000, { dur: 5_000, tdur: 4_000 }),
    event('FireAnimationFrame', 2_000),
    event('RunTask', 10_000, { dur: 20_000, tdur: 3_000 }),
    // A task inside another, and a task of another thread.
    event('RunTask', 12_000, { dur: 1_000, tdur: 1_000 }),
    event('RunTask', 31_000, { dur: 9_000, tdur: 9_000, tid: 2 }),
    event('RunTask', 32_000, { dur: 2_000, tdur: 2_000 }),
    event('FireAnimationFrame', 33_000),
    event('RunTask', 40_000, { dur: 1_000, tdur: 1_000 }),
    event('FireAnimationFrame', 41_000),
  ];
  expect(frameTimes(events)).toEqual([5, 1]);
});
