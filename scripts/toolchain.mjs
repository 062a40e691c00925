// What the other scripts stand on. It runs on the machine's own Node, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const bin = join(root, 'node_modules', '.bin');

/** Ends the script with a message that a person can act on. */
export class Stop extends Error {}

/** Runs a script's `main` and says its `Stop` without a stack. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Installs the lock file's packages where they are not there yet. Standard output stays clean for JSON. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stderr.write('Installing the packages of the lock file…\n');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (error) throw new Stop(`npm cannot be run: ${error.message}`);
  if (status !== 0) throw new Stop('The packages could not be installed: see above.');
}

/** Compares the lock file with npm's own list of what it installed. Builds for other systems are never installed. */
function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? link === found.link && version === found.version : optional === true;
  });
}

/** The Node that everything of ours runs on: the lock file's, or the machine's where no such package fits. */
export function findNode() {
  const pinned = join(bin, 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath;
  throw new Stop(
    `There is no packaged Node for ${process.platform} on ${process.arch}, and this machine's ${process.version} is ` +
      'too old: install Node 22.22 or later.',
  );
}

/** Programs of the lock file come first, and Node keeps what it compiled, for quick starts. */
export function environment(more = {}) {
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
    ...more,
  };
}

/** Runs Node in this one's place: its signals, its output, its exit code. */
export function becomeNode(args, more) {
  const child = spawn(findNode(), args, { cwd: process.cwd(), stdio: 'inherit', env: environment(more) });
  // Ctrl-C reaches the child by itself, as it is in the terminal's group; everything else is ours to hand on.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGKILL' ? 9 : 15);
  });
}
