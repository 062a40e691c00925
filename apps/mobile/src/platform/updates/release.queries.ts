// Answers are compared with an error that the first screen does not know.
import '@sealflow/domain/errors';
import type { Answer } from '@sealflow/contract';
import { apkFileName } from '@sealflow/domain/updates';
import { type Api, ApiError } from '../api/index.ts';
import type { OfferedCode } from '../ports/app-update.port.ts';
import type { Offer, StoredPackage } from './updates.store.ts';

type Release = NonNullable<Answer<'GET /api/v1/releases/{platform}/latest'>>;

const filesPath = '/api/v1/releases/files/';

/** The latest release for a system; null if none was published. */
export const latestRelease = (api: Api, system: 'android' | 'ios'): Promise<Release | null> =>
  api.call('GET /api/v1/releases/{platform}/latest', { params: { platform: system }, token: null });

/** The latest code for a system; null if none was published. */
export async function latestCode(api: Api, system: 'android' | 'ios' | null): Promise<OfferedCode | null> {
  if (system === null) return null;
  try {
    return await api.call('GET /api/v1/releases/{platform}/bundle/latest', {
      params: { platform: system },
      token: null,
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'update.no_release') return null;
    throw error;
  }
}

/** Android's package; no other type is installed from a file. */
const isPackage = (name: string) => /\.apk$/iu.test(name);

/**
 * The package of a release. Section 3 gives an attachment only a name and an address: the service is asked for the
 * rest. An address of another server is left to the system, since the page may call none.
 */
function storedPackage(api: Api, { appVer, attachments: [first] }: Release): StoredPackage | null {
  const name = apkFileName(appVer);
  if (name === null || first === undefined) return null;
  const host = new URL(api.url('GET /api/v1/releases/files/{uri}'), window.location.origin).origin;
  const { origin, pathname } = new URL(first.uri, host);
  const known = { name, size: first.size ?? null, sha256: first.sha256 ?? null };
  if (pathname.startsWith(filesPath)) return { ...known, uri: pathname.slice(filesPath.length) };
  if (origin !== host || !(isPackage(pathname) || isPackage(first.name))) return null;
  return { ...known, uri: null };
}

/** A release as an offer: a package that the service stores, or else the release's address. */
export function offerOf(api: Api, release: Release): Offer | null {
  const address = release.attachments[0]?.uri;
  if (address === undefined) return null;
  return { version: release.appVer, notes: release.notes, address, file: storedPackage(api, release) };
}
