import { expect, test } from 'vitest';
import { runPool } from './pool.ts';
import { TARGETS } from './targets.ts';
import type { Found } from './worker.ts';

async function found(target: string, plant: string, patience = 60): Promise<readonly Found[]> {
  const all: Found[] = [];
  await runPool({
    target,
    seed: 1,
    plant,
    from: 0,
    inputs: 250,
    workers: 1,
    patience,
    onDone: (done) => all.push(...done.found),
    isOver: () => all.length > 0,
  });
  return all;
}

test.each([
  ['format', 'no-root-signature', 'wrong'],
  ['format', 'throws-unseen', 'crash'],
  ['kas', 'believes-kept-terms', 'wrong'],
  ['push', 'leads-outside', 'wrong'],
  ['source', 'gives-beyond', 'wrong'],
] as const)('%s finds the fault %s, which is %s', async (target, plant, kind) => {
  expect(TARGETS[target]?.plants).toContain(plant);
  expect((await found(target, plant)).map((one) => one.kind)).toContain(kind);
});

test('an input without end costs its worker, is named, and those behind it are tried', async () => {
  const [hang] = await found('format', 'loops', 2);
  expect(hang).toMatchObject({ kind: 'hang', index: expect.any(Number) });
});
