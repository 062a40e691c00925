import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import { Directory, Encoding, Filesystem } from '@capacitor/filesystem';
import { LiveUpdate } from '@capawesome/capacitor-live-update';
import { hotUpdateFolderName, isHotUpdateApplicable } from '@sealflow/domain/updates';
import { compareCodeVersions } from '@sealflow/domain/versions';
import type { OfferedCode } from '../../ports/app-update.port.ts';
import type { PreferencesPort } from '../../ports/preferences.port.ts';

export type CodeUpdateContext = {
  readonly preferences: PreferencesPort;
  /** Four numbers, separated by dots. */
  readonly version: string;
  readonly environment: string;
  /** The push provider of the shell. */
  readonly push: string;
  /** Whether the shell was built with a key to verify code; without one it accepts none. */
  readonly canVerify: boolean;
  /** The SHA-256 that the service sends as the entity tag of an address, in lower-case hex; null if it sends none. */
  readonly digestOf: (uri: string) => Promise<string | null>;
  readonly now: () => number;
};

/** Rejected code is downloaded again only after this time: the cause may have been the network. */
const rejectionRetryMs = 24 * 60 * 60 * 1000;
/** Code that failed to start is tried on further days up to this count: one failed start may be the phone's fault. */
const maxFailedStarts = 3;
const permanently = 'never';

/** The plugin's messages for invalid code; any other failure is one of the network. */
const rejectionMessages = new Set([
  'Signature verification failed.',
  'Bundle does not contain a signature.',
  'Invalid public key.',
  'Checksum mismatch.',
  'The bundle does not contain an index.html file.',
]);

const isRejectionError = (error: unknown) => error instanceof Error && rejectionMessages.has(error.message);

/** The plugin's folder of unpacked and verified bundles. */
const folder = () =>
  Capacitor.getPlatform() === 'ios' ? 'ionic_built_snapshots' : '_capacitor_live_update_bundles';

/**
 * The signature proves who made the code. The version inside the signed bundle prevents a downgrade; environment and
 * push provider must match, since the shell supplies those.
 */
async function matchesOffer(
  id: string,
  { version }: OfferedCode,
  running: CodeUpdateContext,
): Promise<boolean> {
  const { data } = await Filesystem.readFile({
    path: `${folder()}/${id}/build.json`,
    directory: Directory.LibraryNoCloud,
    encoding: Encoding.UTF8,
  }).catch(() => ({ data: '' }));
  try {
    const built = JSON.parse(data as string) as Readonly<Record<string, unknown>>;
    const isForShell = built['environment'] === running.environment && built['push'] === running.push;
    return compareCodeVersions(String(built['version']), version) === 0 && isForShell;
  } catch {
    return false;
  }
}

async function isRejected({ preferences, now }: CodeUpdateContext, id: string): Promise<boolean> {
  const { bundleIds } = await LiveUpdate.getBlockedBundles();
  if (bundleIds.includes(id)) return true;
  const [refused, until] = ((await preferences.get('codeRefused')) ?? '').split(' ');
  if (refused !== id || until === permanently) return refused === id;
  // A clock that was set back does not prolong the wait.
  return now() < Number(until) && Number(until) - now() <= rejectionRetryMs;
}

const rejectCode = ({ preferences, now }: CodeUpdateContext, id: string) =>
  preferences.set('codeRefused', `${id} ${now() + rejectionRetryMs}`);

type AttemptedCode = {
  readonly id: string;
  /** Build number of the shell that the code was downloaded for. */
  readonly build: string;
  /** Number of failed starts. */
  readonly failed: number;
  /** Whether it is to start next; false if the plugin rolled it back. */
  readonly isNext: boolean;
};

async function readAttempt({ preferences }: CodeUpdateContext): Promise<AttemptedCode | null> {
  const [id = '', build = '', failed = '', state] = ((await preferences.get('codeTried')) ?? '').split(' ');
  return id === '' ? null : { id, build, failed: Number(failed), isNext: state === 'next' };
}

const storeAttempt = ({ preferences }: CodeUpdateContext, { id, build, failed, isNext }: AttemptedCode) =>
  preferences.set('codeTried', [id, build, failed, isNext ? 'next' : 'back'].join(' '));

/** Cancels the bundle that was to start next, if the service has withdrawn it. */
async function cancelNext({ preferences }: CodeUpdateContext, { current, next }: Bundles): Promise<'none'> {
  if (next === current) return 'none';
  await preferences.remove('codeTried');
  await LiveUpdate.setNextBundle({ bundleId: current });
  return 'none';
}

type Bundles = { readonly current: string | null; readonly next: string | null };

async function readBundles(): Promise<Bundles> {
  const { bundleId: current } = await LiveUpdate.getCurrentBundle();
  const { bundleId: next } = await LiveUpdate.getNextBundle();
  return { current, next };
}

/** Downloads code that is newer than the running code, and sets it to start next. */
export async function downloadCode(
  running: CodeUpdateContext,
  latest: () => Promise<OfferedCode | null>,
): Promise<'none' | 'ready'> {
  if (!running.canVerify) return 'none';
  const offered = await latest();
  const { version: shell, build } = await App.getInfo();
  const installed = await readBundles();
  if (offered === null || !isHotUpdateApplicable(offered, { running: running.version, shell })) {
    return cancelNext(running, installed);
  }
  const id = hotUpdateFolderName(offered);
  if (id === installed.current || (await isRejected(running, id))) return cancelNext(running, installed);
  if (id === installed.next) return 'ready';
  if (!(await ensureDownloaded(running, id, offered))) return cancelNext(running, installed);
  const before = await readAttempt(running);
  const failed = before?.id === id ? before.failed : 0;
  await LiveUpdate.setNextBundle({ bundleId: id });
  await storeAttempt(running, { id, build, failed, isNext: true });
  return 'ready';
}

/** The plugin names a bundle only after it is verified and unpacked, so an existing one is complete. */
async function ensureDownloaded(
  running: CodeUpdateContext,
  id: string,
  offered: OfferedCode,
): Promise<boolean> {
  const { bundleIds } = await LiveUpdate.getDownloadedBundles();
  try {
    if (!bundleIds.includes(id)) {
      const { uri: url, sha256: checksum, signature } = offered;
      // With a key the plugin checks only the signature: the offered digest must also match the file at the address.
      if ((await running.digestOf(url)) !== checksum) {
        await rejectCode(running, id);
        return false;
      }
      await LiveUpdate.downloadBundle({ artifactType: 'zip', bundleId: id, url, checksum, signature });
    }
  } catch (error) {
    if (!isRejectionError(error)) throw error;
    await rejectCode(running, id);
    return false;
  }
  if (await matchesOffer(id, offered, running)) return true;
  await rejectCode(running, id);
  await LiveUpdate.deleteBundle({ bundleId: id });
  return false;
}

/**
 * Confirms that the running code started. If other code was to start, the plugin has rolled it back: the failure is
 * counted here, because the plugin loses it when the app is killed and does not retry.
 */
export async function confirmStarted(running: CodeUpdateContext): Promise<void> {
  await LiveUpdate.ready();
  const { preferences } = running;
  const attempt = await readAttempt(running);
  if (attempt?.isNext !== true) return;
  const { current, next } = await readBundles();
  const { id, build } = attempt;
  // It has not started yet.
  if (id === next && id !== current) return;
  // It started; or a new shell starts with its bundled code.
  if (id === current || (await App.getInfo()).build !== build) return preferences.remove('codeTried');
  const failed = attempt.failed + 1;
  if (failed < maxFailedStarts) await rejectCode(running, id);
  else await preferences.set('codeRefused', `${id} ${permanently}`);
  await storeAttempt(running, { id, build, failed, isNext: false });
}
