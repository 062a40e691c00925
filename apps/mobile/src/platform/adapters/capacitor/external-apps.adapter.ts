import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import { Directory, Filesystem } from '@capacitor/filesystem';
import { Share } from '@capacitor/share';
import { FileOpener } from '@capawesome-team/capacitor-file-opener';
import type { FilesPort } from '../../ports/files.port.ts';
import { listenToPlugin } from './plugin-events.util.ts';

type ExternalApps = Pick<FilesPort, 'externalApps' | 'share' | 'openInOtherApp'>;
type StoredFile = { readonly from: string; readonly directory: Directory };

/** The only folder that other apps can read, one file at a time. */
const exportFolder = { path: 'handed', directory: Directory.Cache };

// oxlint-disable-next-line no-control-regex -- control characters are what must be found
const unsafeCharacters = /[\u0000-\u001f\\/:*?"<>|]|^\.+/gu;
const safeNameFor = (name: string) => name.replaceAll(unsafeCharacters, '_') || '_';

/** Long enough for a mail app, which reads an attachment when the mail is sent. */
export const exportLifetimeMs = 10 * 60_000;

/** Null while no copy exists. */
let exportedAt: number | null = null;

const isExpired = () => {
  if (exportedAt === null) return false;
  const age = Date.now() - exportedAt;
  // A clock that was set back does not prolong the lifetime.
  return age < 0 || age >= exportLifetimeMs;
};

const clearExpired = () => {
  if (isExpired()) void clearExportedCopies();
};

let isListening = false;

/** Timers stop while the app is in the background, so the age is also checked at each pause and resume. */
function scheduleExpiry(): void {
  exportedAt = Date.now();
  setTimeout(clearExpired, exportLifetimeMs);
  if (isListening) return;
  isListening = true;
  listenToPlugin((emit) => App.addListener('pause', () => emit(undefined)), clearExpired);
  listenToPlugin((emit) => App.addListener('resume', () => emit(undefined)), clearExpired);
}

/** Path for a copy under its own name, alone in the folder: earlier copies are deleted. */
async function prepareExportPath(name: string) {
  await clearExportedCopies();
  scheduleExpiry();
  await Filesystem.mkdir({ ...exportFolder, recursive: true });
  return { path: `${exportFolder.path}/${safeNameFor(name)}`, directory: exportFolder.directory };
}

async function createExportedCopy({ from, directory }: StoredFile, name: string): Promise<string> {
  const { path: to, directory: toDirectory } = await prepareExportPath(name);
  return (await Filesystem.copy({ from, directory, to, toDirectory })).uri;
}

/**
 * Deletes the copies for other apps: with the next copy, after their lifetime, with an account's files, and at each
 * start. An app that has opened its copy can read on.
 */
export async function clearExportedCopies(): Promise<void> {
  exportedAt = null;
  await Filesystem.rmdir({ ...exportFolder, recursive: true }).catch(() => undefined);
}

/** Android only: the folder where the WebView stores pictures taken for a file input. */
export async function clearPictures(): Promise<void> {
  if (Capacitor.getPlatform() === 'ios') return;
  const pictures = { path: 'Pictures', directory: Directory.External, recursive: true };
  await Filesystem.rmdir(pictures).catch(() => undefined);
}

const hasMessage = (error: unknown, text: string) => error instanceof Error && error.message.includes(text);

/** @returns false if the device cannot share. */
async function shareCopy(uri: string, name: string): Promise<boolean> {
  try {
    await Share.share({ files: [uri], title: name, dialogTitle: name });
  } catch (error) {
    // A user who closes the share sheet, or has another one open, was offered the copy.
    return hasMessage(error, 'canceled') || hasMessage(error, 'in progress');
  }
  // iOS reports when the other app has read the copy, Android only which app was chosen.
  if (Capacitor.getPlatform() === 'ios') await clearExportedCopies();
  return true;
}

/**
 * Offers base64 bytes to other apps: the copy for them is the only file.
 * @returns as `share` of the port.
 */
export async function shareBytes(data: string, name: string): Promise<boolean> {
  return shareCopy((await Filesystem.writeFile({ ...(await prepareExportPath(name)), data })).uri, name);
}

/** Implements sharing and opening of copies in other apps. */
export function createExternalApps(
  stored: (path: string) => StoredFile,
  withStorageErrors: <T>(work: () => Promise<T>) => Promise<T>,
): ExternalApps {
  return {
    externalApps: { share: true, open: true },
    share: (path, name) =>
      withStorageErrors(async () => shareCopy(await createExportedCopy(stored(path), name), name)),
    openInOtherApp: (path, name, mimeType) =>
      withStorageErrors(async () => {
        const uri = await createExportedCopy(stored(path), name);
        try {
          await FileOpener.openFile({ path: uri, mimeType });
          return true;
        } catch (error) {
          if (hasMessage(error, 'cannot be opened')) return false;
          throw error;
        }
      }),
  };
}
