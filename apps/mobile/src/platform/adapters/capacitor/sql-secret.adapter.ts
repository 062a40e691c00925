import { Directory, Filesystem } from '@capacitor/filesystem';
import type { SQLiteConnection } from '@capacitor-community/sqlite';
import { toBase64 } from '../base64.adapter.ts';

/** There while a new passphrase was made and nothing was opened by it yet: it outlives a kill in between. */
const mark = { path: 'database-key-is-new', directory: Directory.LibraryNoCloud };

const isMarked = () =>
  Filesystem.stat(mark).then(
    () => true,
    () => false,
  );
const unmark = () => Filesystem.deleteFile(mark).catch(() => undefined);

/** Gives the database engine its passphrase, made once: it keeps it in the Keystore or Keychain, and nobody else has it. */
export async function ensureSecret(plugin: SQLiteConnection): Promise<void> {
  if ((await plugin.isSecretStored()).result === true) return;
  await Filesystem.writeFile({ ...mark, data: '' });
  try {
    await plugin.setEncryptionSecret(toBase64(crypto.getRandomValues(new Uint8Array(32))));
  } catch (error) {
    // It keeps the new one, and complains of databases that the lost one had sealed: those are looked at when opened.
    if ((await plugin.isSecretStored()).result === true) return;
    // A keychain that is locked keeps the passphrase of before: it is no new one.
    await unmark();
    throw error;
  }
}

/** The passphrase has proven itself. */
export const secretFits = async (): Promise<void> => void ((await isMarked()) && (await unmark()));

/**
 * Whether it is certain that nothing opens the file any more: the key went (a restored phone, a cleared keystore) and a
 * new one was made beside it. A full disk or a file that is shut just now fails alike, and is no reason to throw away.
 */
export const isLost = async (failure: unknown): Promise<boolean> =>
  (failure instanceof Error && failure.message.includes('file is not a database')) || (await isMarked());

/** The engine deletes only what it can open; the file goes by its address, with what the engine laid beside it. */
export async function discardFile(url: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) {
    // A missing one is as good as deleted; what stays is found when it is opened again.
    await Filesystem.deleteFile({ path: `${url}${suffix}` }).catch(() => undefined);
  }
}
