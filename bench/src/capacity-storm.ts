import type { Cost } from './capacity-day.table.ts';
import { rounded } from './stats.ts';

/** Half of the sign-ins around nine happen within this many seconds of it. */
const spread = 600;
const step = 1;
const begin = -3600;
const end = 14_400;

/**
 * A morning without valid sessions, after a restore or the withdrawal of a key. All people sign in with their
 * passwords around 9:00. The model computes arrivals, queue and verifications for each second.
 */
export function storm(people: number, { cost, nodes }: { cost: Cost; nodes: number }) {
  const perSecond = (nodes * 1000) / cost.nodeCpuMs;
  let waiting = 0;
  let longest = 0;
  let peak = 0;
  let over = 0;
  for (let at = begin; at < end; at += step) {
    // Half of a normal distribution lies within 0.6745 standard deviations.
    const deviation = spread / 0.6745;
    const arriving = (people * Math.exp(-((at / deviation) ** 2) / 2)) / (deviation * Math.sqrt(2 * Math.PI));
    peak = Math.max(peak, arriving);
    waiting = Math.max(0, waiting + arriving * step - perSecond * step);
    longest = Math.max(longest, waiting / perSecond);
    if (waiting > 1) over = at;
  }
  return {
    signInsPerSecond: rounded(peak, 1),
    coresForAll: Math.ceil((peak * cost.nodeCpuMs) / 1000),
    databaseCores: rounded((Math.min(peak, perSecond) * cost.databaseCpuMs) / 1000, 1),
    /** The longest wait and the end of the queue, with the usual number of nodes. */
    longestWaitSeconds: Math.round(longest),
    minutesAfterNine: Math.round(over / 60),
  };
}
