// The Android API, which Debian packages in bullseye alone: fetched from this machine's own Debian mirror, signed as all of
// apt's, into a folder of the repository. Nothing is installed, and apt's own sources stay as they are.
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

const wanted = 'libandroid-23-java';
const suite = 'bullseye';
const folder = join(root, 'node_modules', '.cache', 'native-check', wanted);
const jar = join(folder, 'usr', 'lib', 'android-sdk', 'platforms', 'android-23', 'android.jar');

/**
 * @returns {string | undefined} the path of android.jar, or undefined where it has not come.
 */
export function findAndroidJar() {
  return existsSync(jar) ? jar : undefined;
}

/** The mirror that the machine has its own Debian from. */
function mirrorLine() {
  const release = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT) $(SIGNED_BY)';
  const { stdout } = apt(['indextargets', '--format', format, 'Created-By: Packages']);
  const own = stdout
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, found, component]) => found === release && component === 'main');
  if (own === undefined) throw new Error(`no source of apt's is Debian ${release}`);
  // apt leaves an unknown field as it was asked for.
  const key = own[3]?.startsWith('/') ? `[signed-by=${own[3]}] ` : '';
  return `deb ${key}${own[0]} ${suite} main\n`;
}

function apt(args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync('apt-get', ['-qq', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...options,
  });
  if (status !== 0) throw new Error(`apt-get ${args[0]}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  return { stdout };
}

/** @throws Error saying what apt could not do. */
function fetchJar() {
  const work = mkdtempSync(join(tmpdir(), 'sealflow-apt-'));
  try {
    const sources = join(work, 'sources.list');
    writeFileSync(sources, mirrorLine());
    for (const part of ['lists', 'cache', 'etc']) mkdirSync(join(work, part));
    const apart = Object.entries({
      'Dir::Etc::SourceList': sources,
      'Dir::Etc::SourceParts': join(work, 'etc'),
      'Dir::Etc::Preferences': '/dev/null',
      'Dir::Etc::PreferencesParts': join(work, 'etc'),
      'Dir::State::Lists': join(work, 'lists'),
      'Dir::Cache': join(work, 'cache'),
      // Its own account may not write where this one may.
      'APT::Sandbox::User': 'root',
      'Acquire::Languages': 'none',
      // An old suite is no longer renewed; what it says of itself stays signed.
      'Acquire::Check-Valid-Until': 'false',
    }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    apt([...apart, 'update']);
    apt([...apart, 'download', wanted], { cwd: work });
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
 * Fetches it where it is missing; this needs no root.
 * @returns {string | undefined} why it has not come, or undefined.
 */
export function completeAndroidJar() {
  if (findAndroidJar()) return undefined;
  process.stdout.write(`Fetching ${wanted} of Debian ${suite}…\n`);
  try {
    fetchJar();
    return findAndroidJar() ? undefined : `${wanted} has no android.jar`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
