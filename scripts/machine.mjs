// What the tests need of the machine beside the lock file: a Chromium, Chinese fonts, a PostgreSQL of Debian's, and what reads
// the native projects.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';

/** What `npm run native:check` runs; its Android API comes by `android-jar.mjs`. */
const nativeTools = [
  { name: 'openjdk-17-jdk-headless', isThere: () => runs('javac', '-version') },
  { name: 'aapt', isThere: () => runs('aapt2', 'version') },
  {
    name: 'android-framework-res',
    isThere: () => existsSync('/usr/share/android-framework-res/framework-res.apk'),
  },
  { name: 'libplist-utils', isThere: () => runs('plistutil', '--version') },
];

const needs = [
  { name: 'chromium', isThere: () => findChromium() !== undefined },
  { name: 'fonts-noto-cjk', isThere: hasChineseFont },
  { name: 'postgresql-15', isThere: () => findPostgres() !== undefined },
  ...nativeTools,
];

/**
 * The folder of Debian's PostgreSQL programs; the oldest supported release there is.
 * @returns {string | undefined} a path, or undefined where there is none.
 */
export function findPostgres() {
  const releases = '/usr/lib/postgresql';
  if (!existsSync(releases)) return undefined;
  return readdirSync(releases)
    .filter((release) => Number(release) >= 15)
    .sort((a, b) => Number(a) - Number(b))
    .map((release) => join(releases, release, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

const runs = (program, ...args) => spawnSync(program, args).status === 0;

function hasChineseFont() {
  const { stdout } = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' });
  return Boolean(stdout?.trim());
}

/**
 * As root installs what is missing; anyone else is told the one line.
 * @returns {{ missing: string[], advice: string }} what is missing still.
 */
export function completeMachine() {
  const missing = () => needs.filter((need) => !need.isThere()).map((need) => need.name);
  const wanted = missing();
  const advice = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  if (wanted.length === 0 || process.getuid?.() !== 0) return { missing: wanted, advice };
  process.stdout.write(`Installing ${wanted.join(', ')}…\n`);
  apt(['update']);
  apt(['install', '--yes', '--no-install-recommends', ...wanted]);
  return { missing: missing(), advice };
}

function apt(args) {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0)
    process.stderr.write(`apt-get ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}\n`);
}
