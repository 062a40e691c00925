import { Capacitor } from '@capacitor/core';
import { Directory, Filesystem } from '@capacitor/filesystem';
import type { SQLiteConnection } from '@capacitor-community/sqlite';
import { toBase64 } from '../base64.adapter.ts';
import { BoundKey } from './bound-key.adapter.ts';
import { assertKnown, Keychain } from './keychain.adapter.ts';

type Mark = { readonly path: string; readonly directory: Directory };

/** There while a new passphrase was made and nothing was opened by it yet: it outlives a kill in between. */
const isNew: Mark = { path: 'database-key-is-new', directory: Directory.LibraryNoCloud };
/** There since a start at which the engine could not even say whether it has one. */
const isShut: Mark = { path: 'database-key-is-shut', directory: Directory.LibraryNoCloud };

const isMarked = (mark: Mark) =>
  Filesystem.stat(mark).then(
    () => true,
    () => false,
  );
const unmark = (mark: Mark) => Filesystem.deleteFile(mark).catch(() => undefined);

let hasFailed = false;

/**
 * A keystore that lost its key shuts the engine for good; one that was only busy opens at the next start. So at the
 * second start in a row the passphrase is given up, and the shell begins anew.
 */
async function giveUpIfShutAgain(): Promise<void> {
  if (hasFailed) return;
  hasFailed = true;
  if (await isMarked(isShut)) await BoundKey.forgetDatabaseKey();
  else await Filesystem.writeFile({ ...isShut, data: '' });
}

async function isStored(plugin: SQLiteConnection): Promise<boolean> {
  try {
    return (await plugin.isSecretStored()).result === true;
  } catch (error) {
    await giveUpIfShutAgain().catch(() => undefined);
    throw error;
  }
}

/**
 * The engine's passphrase is made by our own native code, of this device alone. The plugin takes a locked Keychain for an
 * empty one, and would overwrite the passphrase if the phone was unlocked in between.
 */
async function ensureAppleSecret(): Promise<void> {
  const { status } = await Keychain.databaseKeyStatus();
  assertKnown(status);
  if (status === 'stored') return;
  await Filesystem.writeFile({ ...isNew, data: '' });
  try {
    const { created } = await Keychain.createDatabaseKey();
    if (!created) await unmark(isNew);
  } catch (error) {
    await unmark(isNew);
    throw error;
  }
}

/** Gives the database engine its passphrase, made once: it keeps it in the Keystore or Keychain, and nobody else has it. */
export async function ensureSecret(plugin: SQLiteConnection): Promise<void> {
  if (Capacitor.getPlatform() === 'ios') return ensureAppleSecret();
  if (await isStored(plugin)) return;
  await Filesystem.writeFile({ ...isNew, data: '' });
  try {
    await plugin.setEncryptionSecret(toBase64(crypto.getRandomValues(new Uint8Array(32))));
  } catch (error) {
    // It keeps the new one, and complains of databases that the lost one had sealed: those are looked at when opened.
    if (await isStored(plugin)) return;
    await unmark(isNew);
    throw error;
  }
}

/** The passphrase has proven itself. */
export async function secretFits(): Promise<void> {
  for (const mark of [isNew, isShut]) if (await isMarked(mark)) await unmark(mark);
}

/**
 * Whether it is certain that nothing opens the file any more: the key went (a restored phone, a cleared keystore) and a
 * new one was made beside it. A full disk or a file that is shut just now fails alike, and is no reason to throw away.
 */
export const isLost = async (failure: unknown): Promise<boolean> =>
  (failure instanceof Error && failure.message.includes('file is not a database')) || (await isMarked(isNew));

/** The engine deletes only what it can open; the file goes by its address, with what the engine laid beside it. */
export async function discardFile(url: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) {
    // A missing one is as good as deleted; what stays is found when it is opened again.
    await Filesystem.deleteFile({ path: `${url}${suffix}` }).catch(() => undefined);
  }
}
