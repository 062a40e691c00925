// The project of vitest.config.ts that Stryker runs, with the tests of one folder.
import { defineConfig } from 'vitest/config';
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

export default defineConfig({
  test: {
    projects: [{ ...project, test: { ...project.test, include: [...folder.tests], maxWorkers: 1 } }],
  },
});
