import { expect, test } from 'vitest';
import { createMetrics } from './metrics.util.ts';

const create = () => createMetrics({ version: '1.0.0', schema: '001', onError: () => undefined });

test('the services of a process share the collection of its metrics, and nothing else', async () => {
  const [first, second] = [create(), create()];
  for (const name of ['nodejs_gc_duration_seconds', 'nodejs_eventloop_lag_seconds']) {
    expect(first.registry.getSingleMetric(name)).toBeDefined();
    expect(second.registry.getSingleMetric(name)).toBe(first.registry.getSingleMetric(name));
  }

  first.gauge({ name: 'sealflow_of_one', help: 'One', read: async () => ({ '': 7 }) });
  expect(await first.registry.metrics()).toContain('sealflow_of_one 7');
  expect(await second.registry.metrics()).not.toContain('sealflow_of_one');
});
