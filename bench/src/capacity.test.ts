import { expect, test } from 'vitest';
import { capacityOf } from './capacity.ts';
import { measuredCosts as costs, employeesDay as day, limits } from './capacity-day.table.ts';

const inputs = { costs, day, limits };

test('the capacity model matches a calculation by hand', () => {
  const { peak, storage } = capacityOf(1_000_000, inputs);
  // 80 % of the employees, two counts a minute, and three decisions a day of which a quarter falls into one hour.
  expect(peak.pollsPerSecond).toBe(Math.round((800_000 * 2) / 60));
  expect(peak.callsPerSecond['decide']).toBeCloseTo((800_000 * 3 * 0.25) / 3600, 0);
  expect(storage.objectBytesAYear).toBe(1_000_000 * 2 * 1024 * 1024 * 250);
});

test('ten times the employees need ten times the resources, and the bottleneck is named', () => {
  const [some, many] = [1_000_000, 10_000_000].map((employees) => capacityOf(employees, inputs));
  expect(many?.database.cores).toBeCloseTo(10 * (some?.database.cores ?? 0), 0);
  const scarce = capacityOf(1_000_000, { ...inputs, limits: { ...limits, auditLinksPerSecond: 10 } });
  expect(scarce.first).toBe('auditLinksPerSecond');
  expect(scarce.database.databases).toBeGreaterThan(40);
});

test('a sign-in storm above the capacity of the nodes produces a waiting time', () => {
  const slow = { ...costs, signIn: { ...costs.signIn, nodeCpuMs: 500 } };
  const { storm } = capacityOf(1_000_000, { ...inputs, costs: slow });
  expect(storm.longestWaitSeconds).toBeGreaterThan(60);
  expect(capacityOf(1_000_000, inputs).storm.longestWaitSeconds).toBe(0);
});
