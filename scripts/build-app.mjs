// Builds the app into apps/mobile/dist and the console into apps/console/dist. This script always builds. `npm start` calls
// `ensureBuilt`, which builds only if a source has changed.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnvironment, ensureInstalled, findNode, root, runMain, ScriptError } from './toolchain.mjs';

/** The folders that Vite builds into `dist`, and the other folders that each build reads. */
const builds = [
  {
    name: 'app',
    folder: 'apps/mobile',
    dependencies: ['packages/contract/src', 'packages/tdf/src', 'packages/viewers'],
  },
  { name: 'console', folder: 'apps/console', dependencies: ['packages/tdf/src'] },
];
/** Files and folders that all builds read. */
const commonSources = [
  'packages/domain/src',
  'packages/sdk/src',
  'packages/ui/src',
  '.browserslistrc',
  'scripts/compressed.plugin.mjs',
  'scripts/engines/supported-engines.ts',
  'package-lock.json',
  'tsconfig.base.json',
];
/** Subfolders that a build does not read. */
const ignoredFolders = new Set(['node_modules', 'dist', 'android', 'ios']);

/** Builds the app and the console. Skips each whose last build had the same sources. */
export function ensureBuilt() {
  for (const build of builds) {
    const digest = digestOfSources(build);
    const lastDigest = existsSync(digestFileOf(build)) ? readFileSync(digestFileOf(build), 'utf8') : '';
    if (digest === lastDigest && existsSync(join(root, build.folder, 'dist', 'index.html'))) continue;
    process.stderr.write(`Building the ${build.name}…\n`);
    runBuild(build, digest);
  }
}

/** Builds the app and the console. */
function buildAll() {
  for (const build of builds) runBuild(build, digestOfSources(build));
}

/**
 * The file with the digest of the sources of the last build. It is outside of the sources, because their folders can be read-only.
 */
const digestFileOf = ({ name }) => join(root, 'node_modules', '.cache', `${name}-build`);

/**
 * Runs Vite and stores the digest of the sources for `ensureBuilt`.
 * @throws {ScriptError} if Vite fails.
 */
function runBuild(build, digest) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(findNode(), [vite, 'build', '--logLevel', 'error'], {
    cwd: join(root, build.folder),
    stdio: ['ignore', 2, 2],
    env: childEnvironment(),
  });
  if (status !== 0) throw new ScriptError(`The build of the ${build.name} failed. Its output is above.`);
  mkdirSync(dirname(digestFileOf(build)), { recursive: true });
  writeFileSync(digestFileOf(build), digest);
}

function digestOfSources({ folder, dependencies }) {
  const hash = createHash('sha256');
  for (const file of [folder, ...dependencies, ...commonSources].flatMap(filesIn))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesIn(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !ignoredFolders.has(name))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(() => {
    ensureInstalled();
    buildAll();
  });
}
