import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from '../faults/child-processes.ts';

export const repository = join(import.meta.dirname, '../..');

/** A checkout that starts by its own `npm start`. */
export interface Release {
  readonly name: string;
  readonly folder: string;
}

/** Where a deployment keeps its data, whichever release serves it. */
export interface Deployment {
  readonly port: number;
  readonly dataDir: string;
  readonly masterKeyFile: string;
  readonly databaseUrl: string;
  /** Receives the output of the releases. */
  readonly log: string;
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repository, maxBuffer: 1024 * 1024 * 1024 });

/** Writes the files of a commit into a folder. */
export function checkOut(revision: string, folder: string): Release {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', '--format=tar', revision) });
  return { name: revision, folder };
}

/** The files of a commit below a path, with their object ids. */
export function objectIds(revision: string, path: string): ReadonlyMap<string, string> {
  const rows = git('ls-tree', '-r', revision, '--', path).toString('utf8').trim().split('\n');
  return new Map(
    rows.map((row) => {
      const [, , id = '', name = ''] = row.split(/\s+/);
      return [name, id];
    }),
  );
}

/** Settings that point a release at the deployment. */
export const settingsOf = ({ port, dataDir, masterKeyFile, databaseUrl }: Deployment) => ({
  PORT: String(port),
  DATA_DIR: dataDir,
  MASTER_KEY_FILE: masterKeyFile,
  DATABASE_URL: databaseUrl,
  SEED_DEMO: 'true',
});

/** Runs `npm start` of a release: installs, builds, migrates and serves. Resolves once it serves. */
export async function startRelease(release: Release, deployment: Deployment): Promise<Child> {
  const { child } = await startChild({
    args: [join(release.folder, 'scripts/start.mjs')],
    env: { ...process.env, ...settingsOf(deployment) },
    log: deployment.log,
    readyPattern: /Address +\S+/,
  });
  return child;
}

/** Runs the command line of a release against the deployment. @returns its standard output. */
export function runCommand(release: Release, deployment: Deployment, args: readonly string[]): string {
  return execFileSync(process.execPath, [join(release.folder, 'apps/server/src/cli/main.ts'), ...args], {
    env: { ...process.env, ...settingsOf(deployment) },
    encoding: 'utf8',
  });
}
