import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

type Position = { readonly line: number; readonly column: number };

/** What a mutant is known by; its id depends on which files are mutated with it. */
export type SampledMutant = {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
};

export type SampleSettings = { readonly seed: number; readonly size: number; readonly file: string };

/** The settings of a run reach Stryker's checker process by this variable. */
export const sampleVariable = 'MUTATION_SAMPLE';

function rankOf({ fileName, mutatorName, replacement, location }: SampledMutant, seed: number): string {
  const { start, end } = location;
  const place = [start.line, start.column, end.line, end.column];
  const key = JSON.stringify([seed, relative(process.cwd(), fileName), mutatorName, replacement, place]);
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Chooses mutants at random, each with the same probability.
 *
 * @param seed - the same seed chooses the same mutants of the same code, in whichever order they come.
 * @returns the ids of `size` mutants, or of all where there are fewer.
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

/** Stores the ids for the other processes of the run; the first call sees all mutants. */
export function storeSample(mutants: readonly SampledMutant[]): void {
  const { seed, size, file } = settings();
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(sampleOf(mutants, seed, size)));
}

/** @returns the stored ids. */
export function readSample(): ReadonlySet<string> {
  return new Set(JSON.parse(readFileSync(settings().file, 'utf8')) as string[]);
}
