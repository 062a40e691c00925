import { expect, test } from 'vitest';
import { planOf } from './plan.ts';
import { randomOf } from './random.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const plannedSteps = (seed: number, forMs = 600_000) => [
  ...planOf(randomOf(seed), { names, durationMs: forMs }),
];

test('a seed reproduces its faults, another seed gives others', () => {
  expect(plannedSteps(7)).toEqual(plannedSteps(7));
  expect(plannedSteps(7)).not.toEqual(plannedSteps(8));
});

test('every fault occurs once before any fault repeats', () => {
  const order = plannedSteps(3).flatMap(({ faults }) => faults);
  for (let from = 0; from + names.length <= order.length; from += names.length) {
    expect(order.slice(from, from + names.length).toSorted()).toEqual(names);
  }
  expect(order.length).toBeGreaterThan(50);
});

test('all faults end within the given time', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const total = plannedSteps(seed, 30_000).reduce(
      (sum, { pauseMs: calmMs, durationMs: forMs }) => sum + calmMs + forMs,
      0,
    );
    expect(total).toBeLessThanOrEqual(30_000);
  }
});

test('some faults overlap in pairs, and exclusive faults never do', () => {
  const plan = [...planOf(randomOf(1), { names, durationMs: 3_600_000, exclusive: new Set(['a']) })];
  expect(plan.some(({ faults }) => faults.length === 2)).toBe(true);
  expect(plan.filter(({ faults }) => faults.includes('a') && faults.length > 1)).toEqual([]);
});

test('without faults the plan is empty', () => {
  expect([...planOf(randomOf(1), { names: [], durationMs: 1000 })]).toEqual([]);
});
