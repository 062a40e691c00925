import { Filesystem } from '@capacitor/filesystem';
import type { SQLiteConnection } from '@capacitor-community/sqlite';
import { toBase64 } from '../base64.adapter.ts';

/** Gives the database engine its passphrase, made once: it keeps it in the Keystore or Keychain, and nobody else has it. */
export async function ensureSecret(plugin: SQLiteConnection): Promise<void> {
  if ((await plugin.isSecretStored()).result === true) return;
  const secret = toBase64(crypto.getRandomValues(new Uint8Array(32)));
  try {
    await plugin.setEncryptionSecret(secret);
  } catch (error) {
    // It keeps the new one, and complains of databases that the lost one had sealed: those are looked at when opened.
    if ((await plugin.isSecretStored()).result !== true) throw error;
  }
}

/** Whether nothing opens this file any more: the key went (a restored phone, a cleared keystore) and the file stayed. */
export async function isUnreadable(plugin: SQLiteConnection, name: string): Promise<boolean> {
  try {
    return (await plugin.isDatabaseEncrypted(name)).result !== true;
  } catch {
    return true;
  }
}

/** The engine deletes only what it can open; the file goes by its address, with what the engine laid beside it. */
export async function discardFile(url: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) {
    // A missing one is as good as deleted; what stays is found when it is opened again.
    await Filesystem.deleteFile({ path: `${url}${suffix}` }).catch(() => undefined);
  }
}
