import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import { Directory, Encoding, Filesystem } from '@capacitor/filesystem';
import { LiveUpdate } from '@capawesome/capacitor-live-update';
import { codeName, isCodeFor } from '@sealflow/domain/updates';
import { compareCode } from '@sealflow/domain/versions';
import type { OfferedCode } from '../../ports/app-update.port.ts';
import type { PreferencesPort } from '../../ports/preferences.port.ts';

export type RunningCode = {
  readonly preferences: PreferencesPort;
  /** Four numbers, separated by dots. */
  readonly version: string;
  readonly environment: string;
  /** The push provider of the shell. */
  readonly push: string;
  /** Whether the shell was built with a key to verify code; without one it accepts none. */
  readonly isVerified: boolean;
  /** The SHA-256 that the service sends as the entity tag of an address, in lower-case hex; null if it sends none. */
  readonly digestOf: (uri: string) => Promise<string | null>;
  readonly now: () => number;
};

/** Rejected code is downloaded again only after this time: the cause may have been the network. */
const refusedFor = 24 * 60 * 60 * 1000;
/** Code that failed to start is tried on further days up to this count: one failed start may be the phone's fault. */
const mostTries = 3;
const forGood = 'never';

/** The plugin's messages for invalid code; any other failure is one of the network. */
const refusals = new Set([
  'Signature verification failed.',
  'Bundle does not contain a signature.',
  'Invalid public key.',
  'Checksum mismatch.',
  'The bundle does not contain an index.html file.',
]);

const isRefusal = (error: unknown) => error instanceof Error && refusals.has(error.message);

/** The plugin's folder of unpacked and verified bundles. */
const folder = () =>
  Capacitor.getPlatform() === 'ios' ? 'ionic_built_snapshots' : '_capacitor_live_update_bundles';

/**
 * The signature proves who made the code. The version inside the signed bundle prevents a downgrade; environment and
 * push provider must match, since the shell supplies those.
 */
async function isWhatItSays(id: string, { version }: OfferedCode, running: RunningCode): Promise<boolean> {
  const { data } = await Filesystem.readFile({
    path: `${folder()}/${id}/build.json`,
    directory: Directory.LibraryNoCloud,
    encoding: Encoding.UTF8,
  }).catch(() => ({ data: '' }));
  try {
    const built = JSON.parse(data as string) as Readonly<Record<string, unknown>>;
    const isForShell = built['environment'] === running.environment && built['push'] === running.push;
    return compareCode(String(built['version']), version) === 0 && isForShell;
  } catch {
    return false;
  }
}

async function isRefused({ preferences, now }: RunningCode, id: string): Promise<boolean> {
  const { bundleIds } = await LiveUpdate.getBlockedBundles();
  if (bundleIds.includes(id)) return true;
  const [refused, until] = ((await preferences.get('codeRefused')) ?? '').split(' ');
  if (refused !== id || until === forGood) return refused === id;
  // A clock that was set back does not prolong the wait.
  return now() < Number(until) && Number(until) - now() <= refusedFor;
}

const refuse = ({ preferences, now }: RunningCode, id: string) =>
  preferences.set('codeRefused', `${id} ${now() + refusedFor}`);

type Tried = {
  readonly id: string;
  /** Build number of the shell that the code was downloaded for. */
  readonly build: string;
  /** Number of failed starts. */
  readonly failed: number;
  /** Whether it is to start next; false if the plugin rolled it back. */
  readonly isNext: boolean;
};

async function triedCode({ preferences }: RunningCode): Promise<Tried | null> {
  const [id = '', build = '', failed = '', state] = ((await preferences.get('codeTried')) ?? '').split(' ');
  return id === '' ? null : { id, build, failed: Number(failed), isNext: state === 'next' };
}

const keepTried = ({ preferences }: RunningCode, { id, build, failed, isNext }: Tried) =>
  preferences.set('codeTried', [id, build, failed, isNext ? 'next' : 'back'].join(' '));

/** Cancels the bundle that was to start next, if the service has withdrawn it. */
async function keepRunning({ preferences }: RunningCode, { current, next }: Bundles): Promise<'none'> {
  if (next === current) return 'none';
  await preferences.remove('codeTried');
  await LiveUpdate.setNextBundle({ bundleId: current });
  return 'none';
}

type Bundles = { readonly current: string | null; readonly next: string | null };

async function bundles(): Promise<Bundles> {
  const { bundleId: current } = await LiveUpdate.getCurrentBundle();
  const { bundleId: next } = await LiveUpdate.getNextBundle();
  return { current, next };
}

/** Downloads code that is newer than the running code, and sets it to start next. */
export async function fetchCode(
  running: RunningCode,
  latest: () => Promise<OfferedCode | null>,
): Promise<'none' | 'ready'> {
  if (!running.isVerified) return 'none';
  const offered = await latest();
  const { version: shell, build } = await App.getInfo();
  const there = await bundles();
  if (offered === null || !isCodeFor(offered, { running: running.version, shell })) {
    return keepRunning(running, there);
  }
  const id = codeName(offered);
  if (id === there.current || (await isRefused(running, id))) return keepRunning(running, there);
  if (id === there.next) return 'ready';
  if (!(await fetched(running, id, offered))) return keepRunning(running, there);
  const before = await triedCode(running);
  const failed = before?.id === id ? before.failed : 0;
  await LiveUpdate.setNextBundle({ bundleId: id });
  await keepTried(running, { id, build, failed, isNext: true });
  return 'ready';
}

/** The plugin names a bundle only after it is verified and unpacked, so an existing one is complete. */
async function fetched(running: RunningCode, id: string, offered: OfferedCode): Promise<boolean> {
  const { bundleIds } = await LiveUpdate.getDownloadedBundles();
  try {
    if (!bundleIds.includes(id)) {
      const { uri: url, sha256: checksum, signature } = offered;
      // With a key the plugin checks only the signature: the offered digest must also match the file at the address.
      if ((await running.digestOf(url)) !== checksum) {
        await refuse(running, id);
        return false;
      }
      await LiveUpdate.downloadBundle({ artifactType: 'zip', bundleId: id, url, checksum, signature });
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await refuse(running, id);
    return false;
  }
  if (await isWhatItSays(id, offered, running)) return true;
  await refuse(running, id);
  await LiveUpdate.deleteBundle({ bundleId: id });
  return false;
}

/**
 * Confirms that the running code started. If other code was to start, the plugin has rolled it back: the failure is
 * counted here, because the plugin loses it when the app is killed and does not retry.
 */
export async function codeStarted(running: RunningCode): Promise<void> {
  await LiveUpdate.ready();
  const { preferences } = running;
  const tried = await triedCode(running);
  if (tried?.isNext !== true) return;
  const { current, next } = await bundles();
  const { id, build } = tried;
  // It has not started yet.
  if (id === next && id !== current) return;
  // It started; or a new shell starts with its bundled code.
  if (id === current || (await App.getInfo()).build !== build) return preferences.remove('codeTried');
  const failed = tried.failed + 1;
  if (failed < mostTries) await refuse(running, id);
  else await preferences.set('codeRefused', `${id} ${forGood}`);
  await keepTried(running, { id, build, failed, isNext: false });
}
