import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import { Directory, Encoding, Filesystem } from '@capacitor/filesystem';
import { LiveUpdate } from '@capawesome/capacitor-live-update';
import { codeName, isCodeFor } from '@sealflow/domain/updates';
import type { OfferedCode } from '../../ports/app-update.port.ts';
import type { PreferencesPort } from '../../ports/preferences.port.ts';

export type RunningCode = {
  readonly preferences: PreferencesPort;
  /** Four numbers. */
  readonly version: string;
  readonly environment: string;
  /** Whether the shell was built with a key to verify code by; without one it takes none. */
  readonly isVerified: boolean;
  readonly now: () => number;
};

/** Code that was refused is fetched again only after this time: what stood in its way may have been the line. */
const refusedFor = 24 * 60 * 60 * 1000;
/** What once did not come up is not tried again. */
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

/** The signature says whose code it is; which version it is stands in it, so that no old one passes for a new one. */
async function isWhatItSays(id: string, { version }: OfferedCode, environment: string): Promise<boolean> {
  const { data } = await Filesystem.readFile({
    path: `${folder()}/${id}/build.json`,
    directory: Directory.LibraryNoCloud,
    encoding: Encoding.UTF8,
  }).catch(() => ({ data: '' }));
  try {
    const built = JSON.parse(data as string) as {
      readonly version?: unknown;
      readonly environment?: unknown;
    };
    return built.version === version && built.environment === environment;
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

/** What was to start next does so no longer, where the service has withdrawn it. */
async function keepRunning(current: string | null, next: string | null): Promise<'none'> {
  if (next !== current) await LiveUpdate.setNextBundle({ bundleId: current });
  return 'none';
}

/** Fetches code that is newer than what runs, and has it started next. */
export async function fetchCode(
  running: RunningCode,
  latest: () => Promise<OfferedCode | null>,
): Promise<'none' | 'ready'> {
  if (!running.isVerified) return 'none';
  const offered = await latest();
  const { version: shell, build } = await App.getInfo();
  const { bundleId: current } = await LiveUpdate.getCurrentBundle();
  const { bundleId: next } = await LiveUpdate.getNextBundle();
  if (offered === null || !isCodeFor(offered, { running: running.version, shell })) {
    return keepRunning(current, next);
  }
  const id = codeName(offered);
  if (id === current || (await isRefused(running, id))) return keepRunning(current, next);
  if (id === next) return 'ready';
  if (!(await fetched(running, id, offered))) return keepRunning(current, next);
  await LiveUpdate.setNextBundle({ bundleId: id });
  await running.preferences.set('codeTried', `${id} ${build}`);
  return 'ready';
}

/** The plugin gives a bundle its name only once it is verified and unpacked, so one that is there is whole. */
async function fetched(running: RunningCode, id: string, offered: OfferedCode): Promise<boolean> {
  const { bundleIds } = await LiveUpdate.getDownloadedBundles();
  try {
    if (!bundleIds.includes(id)) {
      const { uri: url, sha256: checksum, signature } = offered;
      await LiveUpdate.downloadBundle({ artifactType: 'zip', bundleId: id, url, checksum, signature });
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await refuse(running, id);
    return false;
  }
  if (await isWhatItSays(id, offered, running.environment)) return true;
  await refuse(running, id);
  await LiveUpdate.deleteBundle({ bundleId: id });
  return false;
}

/**
 * Says that the code came up. Where other code was to start and this one did, the plugin took that one back: it is refused,
 * also where the app was killed before the plugin could note that.
 */
export async function codeStarted(running: RunningCode): Promise<void> {
  await LiveUpdate.ready();
  const { preferences } = running;
  const [tried, build] = ((await preferences.get('codeTried')) ?? '').split(' ');
  if (tried === undefined || tried === '') return;
  const { bundleId: current } = await LiveUpdate.getCurrentBundle();
  const { bundleId: next } = await LiveUpdate.getNextBundle();
  // It is still to start.
  if (tried === next && tried !== current) return;
  // A new shell begins with the code that it brings.
  const isSameShell = (await App.getInfo()).build === build;
  if (tried !== current && isSameShell) await preferences.set('codeRefused', `${tried} ${forGood}`);
  await preferences.remove('codeTried');
}
