import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readSample, type SampledMutant, sampleOf, sampleVariable, storeSample } from './sample.ts';

const mutants: readonly SampledMutant[] = Array.from({ length: 400 }, (_, index) => ({
  id: String(index),
  fileName: join(process.cwd(), `packages/domain/src/${index % 7}.ts`),
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
  location: { start: { line: index, column: 4 }, end: { line: index, column: 8 } },
}));

const placesOf = (ids: readonly string[], all = mutants) =>
  new Set(ids.map((id) => all.find((mutant) => mutant.id === id)?.location.start.line));

afterEach(() => {
  delete process.env[sampleVariable];
});

it('selects the given number of mutants, or all', () => {
  expect(new Set(sampleOf(mutants, 1, 300)).size).toBe(300);
  expect(new Set(sampleOf(mutants, 1, 1000)).size).toBe(400);
});

it('selects the same mutants with the same seed, whatever their ids and order are', () => {
  const renumbered = mutants.map((mutant, index) => ({ ...mutant, id: String(9000 - index) })).toReversed();
  expect(placesOf(sampleOf(renumbered, 5, 50), renumbered)).toEqual(placesOf(sampleOf(mutants, 5, 50)));
});

it('selects other mutants with another seed', () => {
  expect(placesOf(sampleOf(mutants, 6, 50))).not.toEqual(placesOf(sampleOf(mutants, 5, 50)));
});

it('extends a sample to a larger number', () => {
  expect(sampleOf(mutants, 5, 300)).toEqual(expect.arrayContaining(sampleOf(mutants, 5, 50)));
});

it('selects the sample once, from the mutants of the first call', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sample-'));
  process.env[sampleVariable] = JSON.stringify({ seed: 5, size: 50, file: join(folder, 'sample.json') });
  storeSample(mutants);
  storeSample(mutants.slice(0, 3));
  expect([...readSample()]).toEqual(sampleOf(mutants, 5, 50));
  rmSync(folder, { recursive: true });
});
