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
  /** Four numbers. */
  readonly version: string;
  readonly environment: string;
  /** Which push service the shell brings along. */
  readonly push: string;
  /** Whether the shell was built with a key to verify code by; without one it takes none. */
  readonly isVerified: boolean;
  /** The digest that the service gives as the tag of what lies at an address, lower-case hex; null where it gives none. */
  readonly digestOf: (uri: string) => Promise<string | null>;
  readonly now: () => number;
};

/** Code that was refused is fetched again only after this time: what stood in its way may have been the line. */
const refusedFor = 24 * 60 * 60 * 1000;
/** What did not come up is tried again on another day, and then no more: one bad start may be the phone's fault. */
const mostTries = 3;
const forGood = 'never';

/** What the plugin says of code that is not what it should be; any other failure is one of the line. */
const refusals = new Set([
  'Signature verification failed.',
  'Bundle does not contain a signature.',
  'Invalid public key.',
  'Checksum mismatch.',
  'The bundle does not contain an index.html file.',
]);

const isRefusal = (error: unknown) => error instanceof Error && refusals.has(error.message);

/** Where the plugin keeps what it has unpacked and verified. */
const folder = () =>
  Capacitor.getPlatform() === 'ios' ? 'ionic_built_snapshots' : '_capacitor_live_update_bundles';

/**
 * The signature says whose code it is; which version it is stands in it, so that no old one passes for a new one, and of which
 * environment and push service, since the shell brings those.
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
  // A clock that was set back does not make a day longer.
  return now() < Number(until) && Number(until) - now() <= refusedFor;
}

const refuse = ({ preferences, now }: RunningCode, id: string) =>
  preferences.set('codeRefused', `${id} ${now() + refusedFor}`);

type Tried = {
  readonly id: string;
  /** The shell that it was fetched for. */
  readonly build: string;
  /** How often it did not come up. */
  readonly failed: number;
  /** Whether it is to start next, or was taken back. */
  readonly isNext: boolean;
};

async function triedCode({ preferences }: RunningCode): Promise<Tried | null> {
  const [id = '', build = '', failed = '', state] = ((await preferences.get('codeTried')) ?? '').split(' ');
  return id === '' ? null : { id, build, failed: Number(failed), isNext: state === 'next' };
}

const keepTried = ({ preferences }: RunningCode, { id, build, failed, isNext }: Tried) =>
  preferences.set('codeTried', [id, build, failed, isNext ? 'next' : 'back'].join(' '));

/** What was to start next does so no longer, where the service has withdrawn it. */
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

/** Fetches code that is newer than what runs, and has it started next. */
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

/** The plugin gives a bundle its name only once it is verified and unpacked, so one that is there is whole. */
async function fetched(running: RunningCode, id: string, offered: OfferedCode): Promise<boolean> {
  const { bundleIds } = await LiveUpdate.getDownloadedBundles();
  try {
    if (!bundleIds.includes(id)) {
      const { uri: url, sha256: checksum, signature } = offered;
      // Where it has a key the plugin looks at the signature alone: what is offered must also be what lies there.
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
 * Says that the code came up. Where other code was to start and this one did, the plugin took that one back: that is counted
 * here, since the plugin forgets it with a kill and knows no second try.
 */
export async function codeStarted(running: RunningCode): Promise<void> {
  await LiveUpdate.ready();
  const { preferences } = running;
  const tried = await triedCode(running);
  if (tried?.isNext !== true) return;
  const { current, next } = await bundles();
  const { id, build } = tried;
  // It is still to start.
  if (id === next && id !== current) return;
  // It came up; or a new shell begins with the code that it brings.
  if (id === current || (await App.getInfo()).build !== build) return preferences.remove('codeTried');
  const failed = tried.failed + 1;
  if (failed < mostTries) await refuse(running, id);
  else await preferences.set('codeRefused', `${id} ${forGood}`);
  await keepTried(running, { id, build, failed, isNext: false });
}
