import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type OtherUse, OtherUseMonitor, otherUseBetween, type ReadProcessor } from './processor-use.ts';

/** A machine on which other programs use a larger share of all cores is busy. */
export const maxOtherShare = 0.05;
/** The duration of one measurement of the use by other programs. */
const observationMs = 3000;
const sampleIntervalMs = 1000;

/** An error that is expected: its message is printed without a stack. */
export class FiguresError extends Error {}

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Says how busy the machine is and with what, such as `other programs use 43 % of 2 cores, most of it chromium`. */
export function describeUse({ share, busiest }: OtherUse, verb: 'use' | 'used'): string {
  const cause =
    busiest === undefined ? 'none of them visible to this user or container' : `most of it ${busiest}`;
  return `other programs ${verb} ${percent(share)} of ${availableParallelism()} cores, ${cause}`;
}

export interface Observation {
  readonly read: ReadProcessor;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly nowMs: () => number;
  readonly ownID: number;
}

export const systemObservation = (read: ReadProcessor): Observation => ({
  read,
  pause: (ms, signal) => pause(ms, undefined, { signal }),
  nowMs: () => performance.now(),
  ownID: process.pid,
});

interface QuietOptions {
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
  /** Called once before the wait. */
  readonly onWait: (cause: string) => void;
}

/**
 * Observes the machine until it is quiet, at most for `waitSeconds`.
 * @returns the last observation, of a busy machine if it did not become quiet.
 */
export async function observeUntilQuiet(
  { read, pause: wait, nowMs, ownID }: Observation,
  { waitSeconds, signal, onWait }: QuietOptions,
): Promise<OtherUse> {
  const deadlineMs = nowMs() + waitSeconds * 1000;
  for (let isFirst = true; ; isFirst = false) {
    const before = read();
    await wait(observationMs, signal);
    const use = otherUseBetween(before, read(), ownID);
    if (use.share <= maxOtherShare || nowMs() >= deadlineMs) return use;
    if (isFirst) onWait(describeUse(use, 'use'));
  }
}

/** Observes the use of the machine by other programs while this process runs a benchmark. */
export async function observeDuring<T>(
  { read, pause: wait, ownID }: Observation,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly use: OtherUse }> {
  const monitor = new OtherUseMonitor(read(), ownID);
  const ended = new AbortController();
  const observing = (async () => {
    while (!ended.signal.aborted) {
      await wait(sampleIntervalMs, ended.signal).catch(() => undefined);
      monitor.add(read());
    }
  })();
  try {
    const result = await work();
    return { result, use: await useAtEnd() };
  } finally {
    await useAtEnd();
  }

  async function useAtEnd(): Promise<OtherUse> {
    ended.abort();
    await observing;
    return monitor.use;
  }
}
