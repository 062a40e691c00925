import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import { Directory, Filesystem } from '@capacitor/filesystem';
import { Share } from '@capacitor/share';
import { FileOpener } from '@capawesome-team/capacitor-file-opener';
import type { FilesPort } from '../../ports/files.port.ts';
import { hear } from './events.adapter.ts';

type Outside = Pick<FilesPort, 'outside' | 'share' | 'openElsewhere'>;
type Stored = { readonly from: string; readonly directory: Directory };

/** The only folder that other apps can read, one file at a time. */
const handed = { path: 'handed', directory: Directory.Cache };

// oxlint-disable-next-line no-control-regex -- control characters are what must be found
const unfit = /[\u0000-\u001f\\/:*?"<>|]|^\.+/gu;
const nameFor = (name: string) => name.replaceAll(unfit, '_') || '_';

/** Long enough for a mail app, which reads an attachment when the mail is sent. */
export const handedLifetimeMs = 10 * 60_000;

/** Null while no copy exists. */
let handedAt: number | null = null;

const isExpired = () => {
  if (handedAt === null) return false;
  const age = Date.now() - handedAt;
  // A clock that was set back does not prolong the lifetime.
  return age < 0 || age >= handedLifetimeMs;
};

const clearExpired = () => {
  if (isExpired()) void clearHanded();
};

let isListening = false;

/** Timers stop while the app is in the background, so the age is also checked at each pause and resume. */
function expireHanded(): void {
  handedAt = Date.now();
  setTimeout(clearExpired, handedLifetimeMs);
  if (isListening) return;
  isListening = true;
  hear((tell) => App.addListener('pause', () => tell(undefined)), clearExpired);
  hear((tell) => App.addListener('resume', () => tell(undefined)), clearExpired);
}

/** Path for a copy under its own name, alone in the folder: earlier copies are deleted. */
async function handedPlace(name: string) {
  await clearHanded();
  expireHanded();
  await Filesystem.mkdir({ ...handed, recursive: true });
  return { path: `${handed.path}/${nameFor(name)}`, directory: handed.directory };
}

async function copyOut({ from, directory }: Stored, name: string): Promise<string> {
  const { path: to, directory: toDirectory } = await handedPlace(name);
  return (await Filesystem.copy({ from, directory, to, toDirectory })).uri;
}

/**
 * Deletes the copies for other apps: with the next copy, after their lifetime, with an account's files, and at each
 * start. An app that has opened its copy can read on.
 */
export async function clearHanded(): Promise<void> {
  handedAt = null;
  await Filesystem.rmdir({ ...handed, recursive: true }).catch(() => undefined);
}

/** Android only: the folder where the WebView stores pictures taken for a file input. */
export async function clearPictures(): Promise<void> {
  if (Capacitor.getPlatform() === 'ios') return;
  const pictures = { path: 'Pictures', directory: Directory.External, recursive: true };
  await Filesystem.rmdir(pictures).catch(() => undefined);
}

const says = (error: unknown, text: string) => error instanceof Error && error.message.includes(text);

/** @returns false if the device cannot share. */
async function shareCopy(uri: string, name: string): Promise<boolean> {
  try {
    await Share.share({ files: [uri], title: name, dialogTitle: name });
  } catch (error) {
    // A user who closes the share sheet, or has another one open, was offered the copy.
    return says(error, 'canceled') || says(error, 'in progress');
  }
  // iOS reports when the other app has read the copy, Android only which app was chosen.
  if (Capacitor.getPlatform() === 'ios') await clearHanded();
  return true;
}

/**
 * Offers base64 bytes to other apps: the copy for them is the only file.
 * @returns as `share` of the port.
 */
export async function shareBytes(data: string, name: string): Promise<boolean> {
  return shareCopy((await Filesystem.writeFile({ ...(await handedPlace(name)), data })).uri, name);
}

/** Implements sharing and opening of copies in other apps. */
export function createOutside(
  stored: (path: string) => Stored,
  withStorageErrors: <T>(work: () => Promise<T>) => Promise<T>,
): Outside {
  return {
    outside: { share: true, open: true },
    share: (path, name) => withStorageErrors(async () => shareCopy(await copyOut(stored(path), name), name)),
    openElsewhere: (path, name, mimeType) =>
      withStorageErrors(async () => {
        const uri = await copyOut(stored(path), name);
        try {
          await FileOpener.openFile({ path: uri, mimeType });
          return true;
        } catch (error) {
          if (says(error, 'cannot be opened')) return false;
          throw error;
        }
      }),
  };
}
