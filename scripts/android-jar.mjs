// Downloads android.jar, the Android API, from the package libandroid-23-java. Only Debian bullseye has this package. apt downloads it
// from the Debian mirror of this system and verifies its signature. The package is unpacked below `node_modules/.cache`. It is not
// installed, and the apt configuration of the system stays unchanged.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

const packageName = 'libandroid-23-java';
const suite = 'bullseye';
const folder = join(root, 'node_modules', '.cache', 'native-check', packageName);
const jar = join(folder, 'usr', 'lib', 'android-sdk', 'platforms', 'android-23', 'android.jar');

/**
 * @returns {string | undefined} the path of android.jar, or undefined if it is not downloaded.
 */
export function findAndroidJar() {
  return existsSync(jar) ? jar : undefined;
}

/** @returns {string} a line for `sources.list` with the suite, at the mirror that this system uses. */
function sourceLine() {
  const release = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT) $(SIGNED_BY)';
  const { stdout } = aptGet(['indextargets', '--format', format, 'Created-By: Packages']);
  const source = stdout
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, found, component]) => found === release && component === 'main');
  if (source === undefined) throw new Error(`apt has no source for Debian ${release}`);
  // apt prints the name of the field, `$(SIGNED_BY)`, if it has no value.
  const key = source[3]?.startsWith('/') ? `[signed-by=${source[3]}] ` : '';
  return `deb ${key}${source[0]} ${suite} main\n`;
}

function aptGet(args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync('apt-get', ['-qq', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...options,
  });
  if (status !== 0) throw new Error(`apt-get ${args[0]}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  return { stdout };
}

/** @throws {Error} if apt or dpkg fails. */
function downloadJar() {
  const work = mkdtempSync(join(tmpdir(), 'sealflow-apt-'));
  try {
    const sources = join(work, 'sources.list');
    writeFileSync(sources, sourceLine());
    for (const part of ['lists', 'cache', 'etc']) mkdirSync(join(work, part));
    const isolatedOptions = Object.entries({
      'Dir::Etc::SourceList': sources,
      'Dir::Etc::SourceParts': join(work, 'etc'),
      'Dir::Etc::Preferences': '/dev/null',
      'Dir::Etc::PreferencesParts': join(work, 'etc'),
      'Dir::State::Lists': join(work, 'lists'),
      'Dir::Cache': join(work, 'cache'),
      // The account `_apt` cannot write to the temporary folder.
      'APT::Sandbox::User': 'root',
      'Acquire::Languages': 'none',
      // The index of an archived suite has expired. Its signature remains valid.
      'Acquire::Check-Valid-Until': 'false',
    }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    aptGet([...isolatedOptions, 'update']);
    aptGet([...isolatedOptions, 'download', packageName], { cwd: work });
    const file = readdirSync(work).find((name) => name.endsWith('.deb'));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const { status, stderr } = spawnSync('dpkg-deb', ['-x', join(work, file), folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Downloads android.jar if it is missing. This needs no root privileges.
 * @returns {string | undefined} the reason of a failure, or undefined.
 */
export function ensureAndroidJar() {
  if (findAndroidJar()) return undefined;
  process.stdout.write(`Downloading ${packageName} of Debian ${suite}…\n`);
  try {
    downloadJar();
    return findAndroidJar() ? undefined : `${packageName} contains no android.jar`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
