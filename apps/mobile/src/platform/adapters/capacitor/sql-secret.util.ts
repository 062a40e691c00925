import { Capacitor } from '@capacitor/core';
import { Directory, Filesystem } from '@capacitor/filesystem';
import type { SQLiteConnection } from '@capacitor-community/sqlite';
import { toBase64 } from '@sealflow/tdf/base64';
import { randomBytes } from '../../random.util.ts';
import { BoundKey } from './bound-key.util.ts';
import { assertKnown, Keychain } from './keychain.util.ts';

type MarkerFile = { readonly path: string; readonly directory: Directory };

/** Exists from the creation of a passphrase until a database was opened with it: it outlives a kill in between. */
const newKeyMarker: MarkerFile = { path: 'database-key-is-new', directory: Directory.LibraryNoCloud };
/** Exists since a start at which the engine failed to report whether it has a passphrase. */
const lockedMarker: MarkerFile = { path: 'database-key-is-shut', directory: Directory.LibraryNoCloud };

const hasMarker = (marker: MarkerFile) =>
  Filesystem.stat(marker).then(
    () => true,
    () => false,
  );
const removeMarker = (marker: MarkerFile) => Filesystem.deleteFile(marker).catch(() => undefined);

let hasFailed = false;

/**
 * A keystore that lost its key locks the engine for good; one that was only busy opens at the next start. So the
 * second failed start in a row deletes the passphrase, and the shell starts over.
 */
async function resetIfStillLocked(): Promise<void> {
  if (hasFailed) return;
  hasFailed = true;
  if (await hasMarker(lockedMarker)) await BoundKey.forgetDatabaseKey();
  else await Filesystem.writeFile({ ...lockedMarker, data: '' });
}

async function isSecretStored(plugin: SQLiteConnection): Promise<boolean> {
  try {
    return (await plugin.isSecretStored()).result === true;
  } catch (error) {
    await resetIfStillLocked().catch(() => undefined);
    throw error;
  }
}

/**
 * Our own native code creates the engine's passphrase, bound to this device. The plugin treats a locked Keychain as
 * empty and would overwrite the passphrase if the phone was unlocked in between.
 */
async function ensureAppleSecret(): Promise<void> {
  const { status } = await Keychain.databaseKeyStatus();
  assertKnown(status);
  if (status === 'stored') return;
  await Filesystem.writeFile({ ...newKeyMarker, data: '' });
  try {
    const { created } = await Keychain.createDatabaseKey();
    if (!created) await removeMarker(newKeyMarker);
  } catch (error) {
    await removeMarker(newKeyMarker);
    throw error;
  }
}

/**
 * Gives the database engine its passphrase, created once. The engine stores it in the Keystore or Keychain; there is
 * no other copy.
 */
export async function ensureSecret(plugin: SQLiteConnection): Promise<void> {
  if (Capacitor.getPlatform() === 'ios') return ensureAppleSecret();
  if (await isSecretStored(plugin)) return;
  await Filesystem.writeFile({ ...newKeyMarker, data: '' });
  try {
    await plugin.setEncryptionSecret(toBase64(randomBytes(32)));
  } catch (error) {
    // The engine stores the new passphrase, then fails on databases of the lost one; those are handled when they are
    // opened.
    if (await isSecretStored(plugin)) return;
    await removeMarker(newKeyMarker);
    throw error;
  }
}

/** Marks the passphrase as working. */
export async function confirmSecret(): Promise<void> {
  for (const marker of [newKeyMarker, lockedMarker]) if (await hasMarker(marker)) await removeMarker(marker);
}

/**
 * Whether the file can certainly never be opened again: the key is gone (a restored phone, a cleared keystore) and a
 * new one was created. A full disk or a file that is locked fails with the same error and must not delete data.
 */
export const isKeyLost = async (failure: unknown): Promise<boolean> =>
  (failure instanceof Error && failure.message.includes('file is not a database')) ||
  (await hasMarker(newKeyMarker));

/** The engine deletes only files that it can open, so this deletes by address, with the journal files. */
export async function deleteDatabaseFiles(url: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) {
    // A missing file counts as deleted; one that stays fails when it is opened again.
    await Filesystem.deleteFile({ path: `${url}${suffix}` }).catch(() => undefined);
  }
}
