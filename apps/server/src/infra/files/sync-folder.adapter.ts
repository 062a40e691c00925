import { open } from 'node:fs/promises';

/** A renamed file is only surely there once its folder is on disk too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
