import { copyFile, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollIntervalMs = 50;

/** Whether a path in the download folder is a complete file. Each download has its own folder. */
const isDownloaded = (path: string) => dirname(path) !== '.' && !path.endsWith('.wkdownload');

/**
 * Waits for the next file in the browser’s download folder, as Playwright’s `Download`.
 * @throws Error after `limitMs` without a file.
 */
export async function waitForDownload(folder: string, limitMs: number) {
  const list = async () => (await readdir(folder, { recursive: true }).catch(() => [])).filter(isDownloaded);
  const before = new Set(await list());
  const endMs = performance.now() + limitMs;
  for (;;) {
    const path = (await list()).find((file) => !before.has(file));
    if (path !== undefined)
      return {
        suggestedFilename: () => basename(path),
        saveAs: (to: string) => copyFile(join(folder, path), to),
      };
    if (performance.now() > endMs) throw new Error(`no download after ${limitMs} ms`);
    await delay(pollIntervalMs);
  }
}
