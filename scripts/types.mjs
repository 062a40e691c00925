// node scripts/types.mjs [WORKSPACE...]: checks the types of all or the given workspaces. Each has its own tsconfig.json.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { childEnvironment, ensureInstalled, findNode, rareCollections, root, runMain } from './toolchain.mjs';

const workspaces = [
  ...['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  ),
  // A service worker has no page, so its project has the types of a worker instead of the DOM.
  'apps/mobile/src/service-worker',
  'e2e',
  'bench',
  'scripts/engines',
  'scripts/mutation',
];

/**
 * Each checker derives the types of all contracts for itself, so fewer checkers need much less processor time. `npm test` runs
 * the linter at the same time.
 */
const checkers = Math.max(1, Math.floor(availableParallelism() / 2));

await runMain(() => {
  ensureInstalled();
  const selected = process.argv.length > 2 ? process.argv.slice(2) : workspaces;
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const workspace of selected.filter((path) => existsSync(join(root, path, 'tsconfig.json')))) {
    const { status } = spawnSync(findNode(), [tsc, '-p', workspace, '--checkers', String(checkers)], {
      cwd: root,
      stdio: 'inherit',
      env: childEnvironment(rareCollections),
    });
    if (status !== 0) process.exitCode = 1;
  }
});
