import { ApiError } from '../api/index.ts';
import { StorageError } from '../index.ts';
import { InstallError, type InstallRefusal } from '../ports/install.errors.ts';
import { download } from '../transfers/download.usecases.ts';
import { transferErrorOf } from '../transfers/transfer.errors.ts';
import type { UpdateDeps } from './check-update.usecases.ts';
import { type Offer, type StoredPackage, useUpdates } from './updates.store.ts';

const folder = 'updates';

/**
 * Download now (section 4): a package is fetched, goes on where it was broken off, and is remembered once it is whole; a
 * store's page is opened. Resolves false where the person cancelled.
 */
export async function downloadUpdate(deps: UpdateDeps, offer: Offer): Promise<boolean> {
  const { appUpdate } = deps.platform;
  useUpdates.setState({ offer: null });
  if (offer.file === null) {
    await appUpdate.openStore(offer.address);
    return true;
  }
  const controller = new AbortController();
  const { signal } = controller;
  const onProgress = (received: number) =>
    useUpdates.setState({ download: { offer, received, cancel: () => controller.abort() } });
  try {
    const path = await fetchPackage(deps, offer.file, { signal, onProgress });
    await install(deps, path, offer.file);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (!(error instanceof StorageError)) throw error;
    // The shell installs only what it has checked.
    if (deps.platform.kind === 'native') throw transferErrorOf(error, 'update.download_failed');
    // Without room of our own the system downloads it by itself.
    await appUpdate.openStore(offer.address);
    return true;
  } finally {
    useUpdates.setState({ download: null });
  }
}

const told: Readonly<Record<InstallRefusal, ApiError['code']>> = {
  hash_differs: 'update.package_untrusted',
  signer_differs: 'update.package_untrusted',
  package_differs: 'update.package_untrusted',
  not_newer: 'update.package_not_newer',
  not_found: 'update.download_failed',
  not_allowed: 'update.install_not_allowed',
  no_room: 'file.storage_full',
  no_installer: 'update.no_installer',
  refused: 'update.install_failed',
};

/** What a package is refused for that no other attempt makes good. */
const isBad = (code: InstallRefusal) =>
  !(['not_allowed', 'no_room', 'no_installer', 'refused'] as readonly InstallRefusal[]).includes(code);

async function install(
  { platform }: UpdateDeps,
  path: string,
  { name, sha256 }: StoredPackage,
): Promise<void> {
  try {
    await platform.appUpdate.openInstaller({ path, name, sha256 });
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    if (isBad(error.code)) {
      await platform.preferences.remove('updatePackage');
      await (await platform.files()).remove(path);
    }
    const code = told[error.code];
    throw Object.assign(new ApiError({ kind: 'http', code, message: '' }), { cause: error });
  }
}

type Progress = { readonly signal: AbortSignal; readonly onProgress: (received: number) => void };

async function fetchPackage(
  { api, platform }: UpdateDeps,
  { uri, name, size, sha256 }: StoredPackage,
  progress: Progress,
): Promise<string> {
  const { preferences, network } = platform;
  const files = await platform.files();
  const path = `${folder}/${name}`;
  const finished = await preferences.get('updatePackage');
  if (finished === sha256 && (await files.stat(path))?.size === size) return path;
  await preferences.remove('updatePackage');
  for (const { name: old } of await files.list(folder)) {
    if (!old.startsWith(name)) await files.remove(`${folder}/${old}`);
  }
  progress.onProgress(0);
  await download({
    ...progress,
    files,
    network,
    path,
    size,
    sha256,
    open: ({ range, ifRange, signal }) =>
      api.open('GET /api/v1/releases/files/{uri}', {
        params: { uri },
        token: null,
        range,
        ...(ifRange === undefined ? {} : { ifRange }),
        signal,
      }),
  });
  await preferences.set('updatePackage', sha256);
  return path;
}
