import { expect, test } from 'vitest';
import { runPool } from './pool.ts';
import { TARGETS } from './targets.ts';
import type { FoundFailure } from './worker.ts';

async function failuresOf(
  target: string,
  plant: string,
  timeoutSeconds = 60,
): Promise<readonly FoundFailure[]> {
  const all: FoundFailure[] = [];
  await runPool({
    target,
    seed: 1,
    plant,
    from: 0,
    inputs: 1000,
    workers: 1,
    timeoutSeconds,
    onDone: (done) => all.push(...done.failures),
    isStopped: () => all.length > 0,
  });
  return all;
}

test.each([
  ['format', 'no-root-signature', 'wrong'],
  ['format', 'throws-unseen', 'crash'],
  ['kas', 'believes-kept-terms', 'wrong'],
  ['push', 'leads-outside', 'wrong'],
  ['source', 'gives-beyond', 'wrong'],
] as const)('%s finds the seeded fault %s as %s', async (target, plant, kind) => {
  expect(TARGETS[target]?.seededFaults).toContain(plant);
  expect((await failuresOf(target, plant)).map((one) => one.kind)).toContain(kind);
});

test('an input that never ends stops its worker, is named, and later inputs still run', async () => {
  const [hang] = await failuresOf('format', 'loops', 2);
  expect(hang).toMatchObject({ kind: 'hang', index: expect.any(Number) });
});
