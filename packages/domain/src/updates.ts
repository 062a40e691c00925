import { canHotUpdate, compareCode, compareVersions, isNewer } from './versions.ts';

/** What a check found to do: offer the app itself, ask for newer code of the same app, or nothing. */
export type UpdateStep = 'offer' | 'hotUpdate' | 'nothing';

export type UpdateSituation = {
  /** The version that the app shows: four numbers. */
  readonly localVersion: string;
  /** The version of the latest release; empty where there is none. */
  readonly serverVersion: string;
  /** Whether the person has put this very offer off. */
  readonly putOff: boolean;
};

/**
 * What follows from the two versions (section 4, app update): a newer release is offered; when there is none, or the
 * person said later, newer code of the app that is there is asked for, if the versions allow that (section 5).
 */
export function decideUpdate({ localVersion, serverVersion, putOff }: UpdateSituation): UpdateStep {
  if (isNewer(serverVersion, localVersion) && !putOff) return 'offer';
  return canHotUpdate(localVersion, serverVersion) ? 'hotUpdate' : 'nothing';
}

/**
 * The name of the Android package of a version (section 9).
 * @returns null for what is no version: a name is part of a path.
 */
export function packageName(serverVersion: string): string | null {
  return /^\d{1,9}(?:\.\d{1,9}){0,3}$/u.test(serverVersion) ? `sealflow-${serverVersion}.apk` : null;
}

/** Newer code of the app, as the service offers it. */
export type CodeOffer = {
  readonly version: string;
  /** The oldest shell that it runs in. */
  readonly minAppVer: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly signature: string;
};

/**
 * Whether code is for the app that is there: above what runs, by all four numbers, for this shell or an older one, and with
 * what it is verified by.
 */
export function isCodeFor(
  { version, minAppVer, sha256, signature }: CodeOffer,
  { running, shell }: { readonly running: string; readonly shell: string },
): boolean {
  const isAbove = (compareCode(version, running) ?? 0) > 0;
  // A shell has the release's three numbers alone.
  const fits = compareCode(minAppVer, shell) !== null && compareVersions(minAppVer, shell) <= 0;
  return isAbove && fits && /^[0-9a-f]{64}$/u.test(sha256) && signature !== '';
}

/** The name under which a phone keeps code: of its content, so that half or other code is never taken for it. */
export const codeName = ({ version, sha256 }: Pick<CodeOffer, 'version' | 'sha256'>): string =>
  `${version}-${sha256.slice(0, 32)}`;
