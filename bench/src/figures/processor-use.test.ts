import { expect, it } from 'vitest';
import {
  OtherUseMonitor,
  otherUseBetween,
  type ProcessorSample,
  readLinuxProcessor,
} from './processor-use.ts';

type Processes = Readonly<Record<number, { name: string; ticks: number; parent?: number; session?: number }>>;

/** A sample of two cores with 200 ticks a second. */
const sampleAt = (
  second: number,
  processes: Processes,
  { usedTicks = 0, stolenTicks = 0, kernelThreads = [] as readonly number[] } = {},
): ProcessorSample => ({
  totalTicks: second * 200,
  usedTicks,
  stolenTicks,
  processes: new Map(
    Object.entries(processes).map(([id, { parent = 1, session = 1, ...process }]) => [
      Number(id),
      { parent, session, ...process, isKernelThread: kernelThreads.includes(Number(id)) },
    ]),
  ),
});

const own = 10;

it('reports the share of all cores that other programs use, and the busiest of them', () => {
  const before = sampleAt(0, { [own]: { name: 'node', ticks: 5 }, 20: { name: 'make', ticks: 0 } });
  const after = sampleAt(
    1,
    {
      [own]: { name: 'node', ticks: 15 },
      20: { name: 'make', ticks: 2 },
      // Started after the first sample.
      21: { name: 'cc1plus', ticks: 40 },
      22: { name: 'cc1plus', ticks: 30 },
    },
    { usedTicks: 90 },
  );
  expect(otherUseBetween(before, after, own)).toEqual({ share: 0.4, busiest: 'cc1plus' });
});

it('counts programs that this process cannot see', () => {
  const processes = { [own]: { name: 'node', ticks: 5 } };
  expect(otherUseBetween(sampleAt(0, processes), sampleAt(1, processes, { usedTicks: 100 }), own)).toEqual({
    share: 0.5,
    busiest: undefined,
  });
});

it('does not count the benchmark, its browser in another session, and its orphans as other programs', () => {
  const base = { [own]: { name: 'node', ticks: 0 }, 20: { name: 'make', ticks: 0 } };
  const monitor = new OtherUseMonitor(sampleAt(0, base), own);
  const bench = { name: 'node', ticks: 50, parent: own, session: 11 };
  monitor.add(
    sampleAt(1, { ...base, 11: bench, 12: { name: 'chromium', ticks: 90, parent: 11, session: 12 } }),
  );
  // The parent of both has ended. The second is new and belongs to the session of the browser.
  monitor.add(
    sampleAt(2, {
      ...base,
      20: { name: 'make', ticks: 40 },
      12: { name: 'chromium', ticks: 180, parent: 1, session: 12 },
      13: { name: 'chromium', ticks: 10, parent: 1, session: 12 },
    }),
  );
  expect(monitor.use).toEqual({ share: 0.1, busiest: 'make' });
});

it('counts the time that other virtual machines took, and not the threads of the kernel', () => {
  const thread = (ticks: number) => ({ 30: { name: 'kworker', ticks } });
  const monitor = new OtherUseMonitor(sampleAt(0, thread(0), { kernelThreads: [30] }), own);
  monitor.add(sampleAt(1, thread(100), { stolenTicks: 50, kernelThreads: [30] }));
  expect(monitor.use).toEqual({ share: 0.25, busiest: undefined });
});

it.runIf(process.platform === 'linux')('reads this process and the cores from Linux', () => {
  const sample = readLinuxProcessor();
  expect(sample.totalTicks).toBeGreaterThan(sample.usedTicks);
  expect(sample.processes.get(process.pid)).toMatchObject({
    name: expect.stringMatching(/^node/),
    parent: process.ppid,
    isKernelThread: false,
  });
  expect(sample.processes.get(process.pid)?.ticks).toBeGreaterThan(0);
});
