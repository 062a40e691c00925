// Debian packages that the tests need in addition to the packages of the lock file: Chromium, Chinese fonts, PostgreSQL, tools
// that read the native projects, and the other browser engines.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, findHeadlessShell } from './chromium.mjs';

/** Packages of `npm run native:check`. `android-jar.mjs` provides the Android API. */
const nativeCheckPackages = [
  { name: 'openjdk-17-jdk-headless', isInstalled: () => canRun('javac', '-version') },
  { name: 'aapt', isInstalled: () => canRun('aapt2', 'version') },
  {
    name: 'android-framework-res',
    isInstalled: () => existsSync('/usr/share/android-framework-res/framework-res.apk'),
  },
  { name: 'libplist-utils', isInstalled: () => canRun('plistutil', '--version') },
];

/** Firefox, WebKit, and the programs that start WebKit with a profile (`e2e/engines`). */
const enginePackages = [
  { name: 'firefox-esr', engine: 'firefox', isInstalled: () => existsSync('/usr/bin/firefox-esr') },
  { name: 'webkit2gtk-driver', engine: 'webkit', isInstalled: () => existsSync('/usr/bin/WebKitWebDriver') },
  { name: 'xvfb', engine: 'webkit', isInstalled: () => existsSync('/usr/bin/Xvfb') },
  { name: 'gjs', engine: 'webkit', isInstalled: () => existsSync('/usr/bin/gjs') },
  {
    name: 'gir1.2-webkit2-4.1',
    engine: 'webkit',
    isInstalled: () =>
      spawnSync('gjs', ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2"]).status === 0,
  },
];

const requiredPackages = [
  { name: 'chromium', engine: 'chromium', isInstalled: () => findChromium() !== undefined },
  { name: 'fonts-noto-cjk', isInstalled: hasChineseFont },
  { name: 'postgresql-15', isInstalled: () => findPostgres() !== undefined },
  ...nativeCheckPackages,
];

/** Tests run in Chromium itself where this package does not exist. */
const headlessShellPackage = 'chromium-headless-shell';

/**
 * Finds the programs of Debian's PostgreSQL.
 * @returns {string | undefined} the folder of the oldest installed version that is supported, or undefined.
 */
export function findPostgres() {
  const versionsDir = '/usr/lib/postgresql';
  if (!existsSync(versionsDir)) return undefined;
  return readdirSync(versionsDir)
    .filter((version) => Number(version) >= 15)
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => join(versionsDir, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

const canRun = (program, ...args) => spawnSync(program, args).status === 0;

function hasChineseFont() {
  const { stdout } = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' });
  return Boolean(stdout?.trim());
}

const missingNames = (packages) => packages.filter((one) => !one.isInstalled()).map((one) => one.name);

/**
 * Installs missing packages if the process runs as root.
 * @returns {{
 *   missing: string[],
 *   missingEnginePackages: string[],
 *   installCommand: string,
 *   engineInstallCommand: string,
 * }} the packages that are still missing, and the commands that install them. Only the tests in WebKit and Firefox need the
 *   engine packages.
 */
export function installMissingPackages() {
  const names = missingNames([...requiredPackages, ...enginePackages]);
  const isShellMissing = findHeadlessShell() === undefined;
  if ((names.length > 0 || isShellMissing) && process.getuid?.() === 0) {
    process.stderr.write(
      `Installing ${[...names, ...(isShellMissing ? [headlessShellPackage] : [])].join(', ')}…\n`,
    );
    aptGet(['update']);
    if (names.length > 0) aptGet(['install', '--yes', '--no-install-recommends', ...names]);
    if (isShellMissing) aptGet(['install', '--yes', '--no-install-recommends', headlessShellPackage]);
  }
  const missing = missingNames(requiredPackages);
  const missingEnginePackages = missingNames(enginePackages);
  return {
    missing,
    missingEnginePackages,
    installCommand: installCommandOf(missing),
    engineInstallCommand: installCommandOf(missingEnginePackages),
  };
}

/**
 * Finds the command that installs the missing packages of one browser engine. This function installs nothing.
 * @param {'chromium' | 'firefox' | 'webkit'} engine
 * @returns {string | undefined} undefined if no package is missing.
 */
export function engineInstallCommand(engine) {
  const names = missingNames([...requiredPackages, ...enginePackages].filter((one) => one.engine === engine));
  return names.length > 0 ? installCommandOf(names) : undefined;
}

const installCommandOf = (names) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;

function aptGet(args) {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0)
    process.stderr.write(`apt-get ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}\n`);
}
