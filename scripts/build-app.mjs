// Builds the app into apps/mobile/dist and the console into apps/console/dist. This script always builds. `npm start` calls
// `ensureBuilt`, which builds only if a source has changed.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnvironment, ensureInstalled, findNode, root, runMain, ScriptError } from './toolchain.mjs';

/** Folders that Vite builds into their `dist`, and all that each build reads besides the common files. */
const builds = [
  {
    name: 'app',
    folder: 'apps/mobile',
    reads: ['packages/contract/src', 'packages/tdf/src', 'packages/viewers'],
  },
  { name: 'console', folder: 'apps/console', reads: ['packages/tdf/src'] },
];
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

/** Builds the app and the console unless their last builds were of the same sources. */
export function ensureBuilt() {
  for (const one of builds) {
    const now = digestOf(one);
    const last = existsSync(stampOf(one)) ? readFileSync(stampOf(one), 'utf8') : '';
    if (last === now && existsSync(join(root, one.folder, 'dist', 'index.html'))) continue;
    process.stderr.write(`Building the ${one.name}…\n`);
    buildOne(one, now);
  }
}

/** Builds the app and the console. */
export function build() {
  for (const one of builds) buildOne(one, digestOf(one));
}

/** The digest of the sources of a build. It is outside of the sources, because their folders can be read-only. */
const stampOf = ({ name }) => join(root, 'node_modules', '.cache', `${name}-build`);

function buildOne(one, digest) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(findNode(), [vite, 'build', '--logLevel', 'error'], {
    cwd: join(root, one.folder),
    stdio: ['ignore', process.stderr, process.stderr],
    env: childEnvironment(),
  });
  if (status !== 0) throw new ScriptError(`The build of the ${one.name} failed. Its output is above.`);
  mkdirSync(dirname(stampOf(one)), { recursive: true });
  writeFileSync(stampOf(one), digest);
}

function digestOf({ folder, reads }) {
  const hash = createHash('sha256');
  for (const file of [folder, ...reads, ...commonSources].flatMap(filesIn))
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
    build();
  });
}
