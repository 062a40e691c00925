// Shared code of the scripts: installing the packages of the lock file, finding Node, running programs. This module imports only
// built-in modules, because it runs before the packages are installed, on any Node from version 20.19.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const bin = join(root, 'node_modules', '.bin');

/** An expected error. `runMain` prints its message without a stack. */
export class ScriptError extends Error {}

/** Runs the main function of a script. After a `ScriptError` it prints the message and sets exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Installs the packages of the lock file if they are missing. All output goes to stderr, because stdout can contain JSON. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stderr.write('Installing the packages of package-lock.json…\n');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (error) throw new ScriptError(`npm does not start: ${error.message}`);
  if (status !== 0) throw new ScriptError('npm ci failed. Its output is above.');
}

/**
 * Compares the lock file with npm's list of installed packages. Optional packages can be absent, because npm does not install
 * builds for other systems.
 */
function isInstalled() {
  const installedList = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? link === found.link && version === found.version : optional === true;
  });
}

/**
 * Finds the Node that runs the project: the one of the lock file, or the running one if no package fits this system.
 * @returns {string} the path of the program.
 */
export function findNode() {
  const lockedNode = join(bin, 'node');
  if (existsSync(lockedNode) && spawnSync(lockedNode, ['--version']).status === 0) return lockedNode;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath;
  throw new ScriptError(
    `Node ${process.version} is too old, and package-lock.json contains no Node for ${process.platform} on ` +
      `${process.arch}: install Node 22.22 or later.`,
  );
}

/**
 * Builds the environment variables of a child process. Programs of the lock file precede those of the system, and a compile
 * cache shortens the start of Node.
 */
export function childEnvironment(variables = {}) {
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
    ...variables,
  };
}

/**
 * Environment variables of the type checker and the linter, which are Go programs. They end after half a minute, and collecting garbage
 * takes a third of their processor time: they collect only when their memory reaches the limit.
 */
export const rareCollections = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

/**
 * Runs Node as a child process in place of this process: with the same input and output. Signals are forwarded to the child, and
 * its exit code becomes the exit code of this process.
 */
export function delegateToNode(args) {
  const child = spawn(findNode(), args, { cwd: process.cwd(), stdio: 'inherit', env: childEnvironment() });
  // In a terminal Ctrl-C already sends SIGINT to the child, which belongs to the same process group.
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
