import type { Cost } from './capacity-day.table.ts';
import { rounded } from './stats.ts';

/** Everybody comes around nine: half of them within so many seconds of it. */
const spread = 600;
const step = 1;
const begin = -3600;
const end = 14_400;

/**
 * The morning on which nobody is signed in any more (after a restore, or a key that was withdrawn): all sign in with their
 * passwords around 9:00. Second by second: who came and waits, and how many the processors verify.
 */
export function storm(people: number, { cost, nodes }: { cost: Cost; nodes: number }) {
  const perSecond = (nodes * 1000) / cost.nodeCpuMs;
  let waiting = 0;
  let longest = 0;
  let peak = 0;
  let over = 0;
  for (let at = begin; at < end; at += step) {
    // Half of a normal distribution lies within 0.6745 of its deviation.
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
    /** With the nodes of every day: the longest anybody waits, and when the last has come in. */
    longestWaitSeconds: Math.round(longest),
    minutesAfterNine: Math.round(over / 60),
  };
}
