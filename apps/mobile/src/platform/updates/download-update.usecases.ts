import { ApiError } from '../api/index.ts';
import { StorageError } from '../index.ts';
import { InstallError, type InstallRefusal } from '../ports/install.errors.ts';
import { sha256OfFile } from '../transfers/digest.util.ts';
import { download } from '../transfers/download.usecases.ts';
import { transferErrorOf } from '../transfers/transfer.errors.ts';
import type { UpdateDeps } from './check-update.usecases.ts';
import { type Offer, type StoredPackage, useUpdates } from './updates.store.ts';

const folder = 'updates';

/**
 * Downloads an update now (section 4): a package download resumes where it was interrupted, and is remembered once
 * complete; a store's page is opened. Resolves false if the user cancelled.
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
  const onProgress = (received: number, size: number) =>
    useUpdates.setState({ download: { offer, received, size, cancel: () => controller.abort() } });
  try {
    const fetched = await fetchPackage(deps, { ...offer, file: offer.file }, { signal, onProgress });
    if (fetched === null) await appUpdate.openStore(offer.address);
    else await install(deps, fetched);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (!(error instanceof StorageError)) throw error;
    // The shell installs only verified packages.
    if (deps.platform.kind === 'native') throw transferErrorOf(error, 'update.download_failed');
    // Without room in the app's storage the system downloads the package.
    await appUpdate.openStore(offer.address);
    return true;
  } finally {
    useUpdates.setState({ download: null });
  }
}

const errorCodes: Readonly<Record<InstallRefusal, ApiError['code']>> = {
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

/** Whether the package itself is bad, so that no further attempt can succeed. */
const isPackageBad = (code: InstallRefusal) =>
  !(['not_allowed', 'no_room', 'no_installer', 'refused'] as readonly InstallRefusal[]).includes(code);

async function install(
  { platform }: UpdateDeps,
  { path, name, sha256 }: { readonly path: string; readonly name: string; readonly sha256: string },
): Promise<void> {
  try {
    await platform.appUpdate.openInstaller({ path, name, sha256 });
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    if (isPackageBad(error.code)) {
      await platform.preferences.remove('updatePackage');
      await (await platform.files()).remove(path);
    }
    const code = errorCodes[error.code];
    throw Object.assign(new ApiError({ kind: 'http', code, message: '' }), { cause: error });
  }
}

type Progress = {
  readonly signal: AbortSignal;
  readonly onProgress: (received: number, size: number) => void;
};

type PackageOffer = Offer & { readonly file: StoredPackage };
type Range = { readonly range: string; readonly ifRange?: string; readonly signal: AbortSignal };

/** Requests bytes of the package: by the declared call, or at the release's address. */
function openPackage({ api }: UpdateDeps, { address, file: { uri } }: PackageOffer, ranged: Range) {
  if (uri !== null)
    return api.open('GET /api/v1/releases/files/{uri}', { params: { uri }, token: null, ...ranged });
  const { range, ifRange, signal } = ranged;
  const headers = { Range: range, ...(ifRange === undefined ? {} : { 'If-Range': ifRange }) };
  const host = api.url('GET /api/v1/releases/files/{uri}');
  return fetch(new URL(address, new URL(host, window.location.origin)), { headers, signal });
}

/**
 * The package's size; if its release lacks it, from a request for the first byte; null if the server does not send
 * it.
 */
async function readPackageSize(
  deps: UpdateDeps,
  offer: PackageOffer,
  signal: AbortSignal,
): Promise<number | null> {
  if (offer.file.size !== null) return offer.file.size;
  const { status, headers, body } = await openPackage(deps, offer, { range: 'bytes=0-0', signal });
  await body?.cancel();
  const size =
    status === 206
      ? /\/(\d+)$/u.exec(headers.get('Content-Range') ?? '')?.[1]
      : status === 200 && headers.get('Content-Length');
  return size ? Number(size) : null;
}

/** @returns null if the size is unknown: the system downloads the package. */
async function fetchPackage(deps: UpdateDeps, offer: PackageOffer, progress: Progress) {
  const { platform } = deps;
  const { preferences, network } = platform;
  const { name, sha256 } = offer.file;
  const size = await readPackageSize(deps, offer, progress.signal);
  if (size === null) return null;
  const files = await platform.files();
  const path = `${folder}/${name}`;
  const finished = await preferences.get('updatePackage');
  const isWhole = finished !== null && (await files.stat(path))?.size === size;
  if (isWhole && (sha256 === null || finished === sha256)) return { path, name, sha256: finished };
  await preferences.remove('updatePackage');
  for (const { name: old } of await files.list(folder)) {
    if (!old.startsWith(name)) await files.remove(`${folder}/${old}`);
  }
  progress.onProgress(0, size);
  const open = (range: Range) => openPackage(deps, offer, range);
  await download({ ...progress, files, network, path, size, sha256, open });
  // The installer compares the received bytes; the shell verifies their signature.
  const digest = sha256 ?? (await sha256OfFile(files, path, progress.signal));
  await preferences.set('updatePackage', digest);
  return { path, name, sha256: digest };
}
