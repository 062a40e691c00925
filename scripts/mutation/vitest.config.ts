// The Vitest configuration that Stryker uses: a project of the main configuration with the tests of one mutated folder.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import mainConfig from '../../vitest.config.ts';
import { mutatedFolders } from './folders.ts';

const folder = mutatedFolders.find(({ path }) => path === process.env['MUTATION_FOLDER']);
if (!folder) throw new Error('MUTATION_FOLDER is not a folder of folders.ts');

// Each test runner of Stryker uses its own PostgreSQL server, like each worker of a normal run.
const servers = JSON.parse(process.env['MUTATION_SERVERS'] ?? '[]') as string[];
const server = servers[Number(process.env['STRYKER_MUTATOR_WORKER'] ?? 0) % Math.max(1, servers.length)];
if (server) process.env['TEST_DATABASE_URL'] = server;

const project = (mainConfig.test?.projects ?? []).find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === folder.project,
);
if (typeof project !== 'object' || !('test' in project)) throw new Error(`no project ${folder.project}`);

/**
 * Runs test files that failed last time first, then the shortest ones, because Stryker ends the run of a mutant at its first failure.
 */
class LikelyFailuresFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = (file: TestSpecification) => {
      const result = this.ctx.cache.getTestSpecificationResult(file);
      return result?.failed ? -1 : (result?.duration ?? Number.MAX_VALUE);
    };
    return files.toSorted((one, other) => costOf(one) - costOf(other));
  }
}

// The coverage instrumentation makes loops over bytes many times slower. Stryker itself ends mutants that do not terminate.
const testTimeout = 900_000;

// Unit tests share no state, so one process without isolation can run all files.
const isolate = folder.project !== 'unit';

export default defineConfig({
  test: {
    sequence: { sequencer: LikelyFailuresFirst },
    projects: [
      {
        ...project,
        test: { ...project.test, include: [...folder.tests], maxWorkers: 1, testTimeout, isolate },
      },
    ],
  },
});
