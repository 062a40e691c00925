import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

type Position = { readonly line: number; readonly column: number };

/** The identity of a mutant. The id alone does not suffice, because it depends on the set of mutated files. */
export type SampledMutant = {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
};

export type SampleSettings = { readonly seed: number; readonly size: number; readonly file: string };

/** The environment variable that passes the settings to the checker process of Stryker. */
export const sampleVariable = 'MUTATION_SAMPLE';

/** A mutant's pseudo-random rank, which depends only on the seed and its identity. The sample has the lowest ranks. */
function rankOf({ fileName, mutatorName, replacement, location }: SampledMutant, seed: number): string {
  const { start, end } = location;
  const range = [start.line, start.column, end.line, end.column];
  const key = JSON.stringify([seed, relative(process.cwd(), fileName), mutatorName, replacement, range]);
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Selects a random sample of mutants. Each mutant has the same probability.
 *
 * @param seed - the same seed selects the same mutants of the same code. Their order is irrelevant.
 * @returns the ids of `size` mutants, or of all mutants if there are fewer.
 */
export function sampleOf(mutants: readonly SampledMutant[], seed: number, size: number): string[] {
  return mutants
    .map((mutant) => ({ id: mutant.id, rank: rankOf(mutant, seed) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ id }) => id);
}

function settings(): SampleSettings {
  return JSON.parse(process.env[sampleVariable] ?? '') as SampleSettings;
}

/** Selects the sample at the first call, which gets all mutants, and stores its ids for the other processes of the run. */
export function storeSample(mutants: readonly SampledMutant[]): void {
  const { seed, size, file } = settings();
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(sampleOf(mutants, seed, size)));
}

/** @returns the ids that `storeSample` stored. */
export function readSample(): ReadonlySet<string> {
  return new Set(JSON.parse(readFileSync(settings().file, 'utf8')) as string[]);
}
