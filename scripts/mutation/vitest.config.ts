// The project of vitest.config.ts that Stryker runs, with the tests of one folder.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import whole from '../../vitest.config.ts';
import { mutatedFolders } from './folders.ts';

const folder = mutatedFolders.find(({ path }) => path === process.env['MUTATION_FOLDER']);
if (!folder) throw new Error('MUTATION_FOLDER: not a mutated folder');

// Each runner of Stryker has a server to itself, as each worker of Vitest has otherwise.
const servers = JSON.parse(process.env['MUTATION_SERVERS'] ?? '[]') as string[];
const server = servers[Number(process.env['STRYKER_MUTATOR_WORKER'] ?? 0) % Math.max(1, servers.length)];
if (server) process.env['TEST_DATABASE_URL'] = server;

const project = (whole.test?.projects ?? []).find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === folder.project,
);
if (typeof project !== 'object' || !('test' in project)) throw new Error(`no project ${folder.project}`);

/** Stryker ends the run of a mutant at its first failure: what failed last comes first, then what takes the least time. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = (file: TestSpecification) => {
      const result = this.ctx.cache.getTestSpecificationResult(file);
      return result?.failed ? -1 : (result?.duration ?? Number.MAX_VALUE);
    };
    return files.toSorted((one, other) => costOf(one) - costOf(other));
  }
}

// Counting what each test reaches makes loops over bytes many times slower; what does not end, Stryker ends.
const testTimeout = 900_000;

// What needs nothing but the language shares nothing that a file could leave behind: one process runs all of them.
const isolate = folder.project !== 'unit';

export default defineConfig({
  test: {
    sequence: { sequencer: ShortestFirst },
    projects: [
      {
        ...project,
        test: { ...project.test, include: [...folder.tests], maxWorkers: 1, testTimeout, isolate },
      },
    ],
  },
});
