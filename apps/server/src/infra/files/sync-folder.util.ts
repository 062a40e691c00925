import { open } from 'node:fs/promises';

/** Flushes a folder to disk: without it a rename may be lost in a crash. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
