import { canHotUpdate, compareCodeVersions, compareVersions, isNewer } from './versions.ts';

/** The result of an update check: offer an app release, request a hot update, or do nothing. */
export type UpdateAction = 'offer' | 'hotUpdate' | 'nothing';

export type UpdateCheck = {
  /** The version of the running app: four numbers. */
  readonly localVersion: string;
  /** The version of the latest release; empty if there is none. */
  readonly serverVersion: string;
  /** Whether the person has postponed this offer. */
  readonly putOff: boolean;
};

/**
 * Decides between an app release and a hot update (section 4, app update). A newer release is offered. If there is
 * none, or the person has postponed it, a hot update of the installed app is requested, if the versions allow that
 * (section 5).
 */
export function decideUpdate({ localVersion, serverVersion, putOff }: UpdateCheck): UpdateAction {
  if (isNewer(serverVersion, localVersion) && !putOff) return 'offer';
  return canHotUpdate(localVersion, serverVersion) ? 'hotUpdate' : 'nothing';
}

/**
 * The file name of the Android package of a version (section 9).
 * @returns null if the version is invalid, because the name becomes part of a path.
 */
export function apkFileName(serverVersion: string): string | null {
  return /^\d{1,9}(?:\.\d{1,9}){0,3}$/u.test(serverVersion) ? `sealflow-${serverVersion}.apk` : null;
}

/** A hot update offered by the service: new code for the installed app. */
export type HotUpdateOffer = {
  readonly version: string;
  /** The oldest shell version in which it runs. */
  readonly minAppVer: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly signature: string;
};

/**
 * Whether a hot update fits the installed app: newer than the running code by all four numbers, compatible with this
 * shell, and with its digest and signature.
 */
export function isHotUpdateApplicable(
  { version, minAppVer, sha256, signature }: HotUpdateOffer,
  { running, shell }: { readonly running: string; readonly shell: string },
): boolean {
  const isNewerCode = (compareCodeVersions(version, running) ?? 0) > 0;
  // A shell version has only the three numbers of the release.
  const isCompatible =
    compareCodeVersions(minAppVer, shell) !== null && compareVersions(minAppVer, shell) <= 0;
  return isNewerCode && isCompatible && /^[0-9a-f]{64}$/u.test(sha256) && signature !== '';
}

/**
 * The folder name of a hot update. It contains the digest, so that incomplete or other code is never used in its place.
 */
export const hotUpdateFolderName = ({
  version,
  sha256,
}: Pick<HotUpdateOffer, 'version' | 'sha256'>): string => `${version}-${sha256.slice(0, 32)}`;
