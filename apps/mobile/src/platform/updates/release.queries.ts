import type { Answer } from '@sealflow/contract';
import { packageName } from '@sealflow/domain/updates';
import { type Api, ApiError } from '../api/index.ts';
import type { OfferedCode } from '../ports/app-update.port.ts';
import type { Offer, StoredPackage } from './updates.store.ts';

type Release = NonNullable<Answer<'GET /api/v1/releases/{platform}/latest'>>;

const filesPath = '/api/v1/releases/files/';

/** The latest release of a system; null where none was published. */
export const latestRelease = (api: Api, system: 'android' | 'ios'): Promise<Release | null> =>
  api.call('GET /api/v1/releases/{platform}/latest', { params: { platform: system }, token: null });

/** The latest code for a system; null where none was published. */
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

function storedPackage({ appVer, attachments: [first] }: Release): StoredPackage | null {
  const name = packageName(appVer);
  const { pathname } = new URL(first?.uri ?? '', window.location.origin);
  if (name === null || !pathname.startsWith(filesPath)) return null;
  // Older services say neither; such a package is left to the system.
  if (first?.size === undefined || first.sha256 === undefined) return null;
  return { uri: pathname.slice(filesPath.length), name, size: first.size, sha256: first.sha256 };
}

/** A release as it is offered: a package that the service stores, or else whatever its address leads to. */
export function offerOf(release: Release): Offer | null {
  const address = release.attachments[0]?.uri;
  if (address === undefined) return null;
  return { version: release.appVer, notes: release.notes, address, file: storedPackage(release) };
}
