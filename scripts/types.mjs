// Checks the types of every workspace, each by its own tsconfig.json; arguments choose some of them.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, environment, findNode, root, runMain } from './toolchain.mjs';

const workspaces = [
  ...['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  ),
  // Runs without a page: its types are another world's.
  'apps/mobile/src/service-worker',
  'e2e',
  'bench',
  'scripts/engines',
  'scripts/mutation',
];

await runMain(() => {
  ensureInstalled();
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : workspaces;
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const workspace of chosen.filter((path) => existsSync(join(root, path, 'tsconfig.json')))) {
    const { status } = spawnSync(findNode(), [tsc, '-p', workspace], {
      cwd: root,
      stdio: 'inherit',
      env: environment(),
    });
    if (status !== 0) process.exitCode = 1;
  }
});
