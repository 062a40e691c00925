// Builds the app into apps/mobile/dist. As a program it always builds; `npm start` builds only what has changed.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, environment, findNode, root, runMain, Stop } from './toolchain.mjs';

const app = join(root, 'apps', 'mobile');
const stamp = join(root, 'node_modules', '.cache', 'app-build');

/** All that the build reads. */
const sources = [
  'apps/mobile',
  'packages/contract/src',
  'packages/domain/src',
  'packages/sdk/src',
  'packages/tdf/src',
  'packages/ui/src',
  'packages/viewers',
  '.browserslistrc',
  'scripts/engines/supported-engines.ts',
  'package-lock.json',
  'tsconfig.base.json',
];
const notRead = new Set(['node_modules', 'dist', 'android', 'ios']);

/** Builds unless the last build was of the same sources. */
export function ensureBuilt() {
  const now = digest();
  const last = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (last === now && existsSync(join(app, 'dist', 'index.html'))) return;
  process.stderr.write('Building the app…\n');
  build(now);
}

/** @param sourcesDigest - of the sources, stored so that the next start finds the build and needs no writable tree. */
export function build(sourcesDigest = digest()) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(findNode(), [vite, 'build', '--logLevel', 'error'], {
    cwd: app,
    stdio: ['ignore', process.stderr, process.stderr],
    env: environment(),
  });
  if (status !== 0) throw new Stop('The app could not be built: see above.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sourcesDigest);
}

function digest() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesIn(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !notRead.has(name))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(() => {
    ensureInstalled();
    build();
  });
}
