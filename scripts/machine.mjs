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

/** The other browser engines, their driver, and what starts a WebKit with a profile (e2e/engines). */
const engineTools = [
  { name: 'firefox-esr', engine: 'firefox', isThere: () => existsSync('/usr/bin/firefox-esr') },
  { name: 'webkit2gtk-driver', engine: 'webkit', isThere: () => existsSync('/usr/bin/WebKitWebDriver') },
  { name: 'xvfb', engine: 'webkit', isThere: () => existsSync('/usr/bin/Xvfb') },
  { name: 'gjs', engine: 'webkit', isThere: () => existsSync('/usr/bin/gjs') },
  {
    name: 'gir1.2-webkit2-4.1',
    engine: 'webkit',
    isThere: () =>
      spawnSync('gjs', ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2"]).status === 0,
  },
];

const needs = [
  { name: 'chromium', engine: 'chromium', isThere: () => findChromium() !== undefined },
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
 * Installs what is missing where it runs as root.
 * @returns {{ missing: string[], missingEngines: string[], advice: string, adviceForEngines: string }} what is missing
 *   still, and the line that installs it. Without the engines the other tests run.
 */
export function completeMachine() {
  const missingOf = (list) => list.filter((need) => !need.isThere()).map((need) => need.name);
  const wanted = missingOf([...needs, ...engineTools]);
  if (wanted.length > 0 && process.getuid?.() === 0) {
    process.stderr.write(`Installing ${wanted.join(', ')}…\n`);
    apt(['update']);
    apt(['install', '--yes', '--no-install-recommends', ...wanted]);
  }
  const [missing, missingEngines] = [missingOf(needs), missingOf(engineTools)];
  return { missing, missingEngines, advice: lineFor(missing), adviceForEngines: lineFor(missingEngines) };
}

/**
 * The line that installs what one browser engine lacks, without installing anything.
 * @param {'chromium' | 'firefox' | 'webkit'} engine
 * @returns {string | undefined} nothing where the engine is complete.
 */
export function adviceForEngine(engine) {
  const missing = [...needs, ...engineTools]
    .filter((need) => need.engine === engine && !need.isThere())
    .map((need) => need.name);
  return missing.length > 0 ? lineFor(missing) : undefined;
}

const lineFor = (packages) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;

function apt(args) {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0)
    process.stderr.write(`apt-get ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}\n`);
}
