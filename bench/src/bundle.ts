import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Response } from 'playwright';
import { build } from 'vite';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { gzipBytes, readerGzipBytes } from './bundled.ts';
import { serveStatic } from './static-server.ts';

const APP = fileURLToPath(new URL('../../apps/mobile', import.meta.url));
const DIST = `${APP}/dist`;

interface Chunk {
  readonly file: string;
  readonly gzipBytes: number;
}

/** The script and style that the sign-in screen of the built app loads, and the size of the reader alone. */
export async function run() {
  if (!existsSync(`${DIST}/index.html`)) await build({ root: APP, logLevel: 'error' });
  const chunks = await firstScreenChunks();
  return {
    firstScreen: { gzipBytes: chunks.reduce((sum, chunk) => sum + chunk.gzipBytes, 0) },
    reader: { gzipBytes: await readerGzipBytes() },
    chunks,
  };
}

/**
 * Loads the sign-in screen of the built app, until it is idle, with a first visit's agreements accepted.
 * @returns the script and style files that the page requested, the largest first.
 */
export async function firstScreenChunks(): Promise<readonly Chunk[]> {
  const server = await serveStatic(DIST);
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    // Blocks the service worker, which loads resources of later screens.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await page.goto(`${server.origin}/pwdlogin`, { waitUntil: 'networkidle' });
    // Before consent only the dialog is visible. Its last button continues.
    await page.locator('dialog button').last().click();
    await page.locator('input[type="password"]').waitFor();
    await page.waitForLoadState('networkidle');
    return await chunksOf(responses);
  } finally {
    await browser.close();
    await server.close();
  }
}

async function chunksOf(responses: readonly Response[]): Promise<readonly Chunk[]> {
  const code = responses.filter((response) =>
    /javascript|css/.test(response.headers()['content-type'] ?? ''),
  );
  const byFile = new Map(code.map((response) => [new URL(response.url()).pathname, response]));
  const chunks = [...byFile].map(async ([file, response]): Promise<Chunk> => {
    return { file, gzipBytes: gzipBytes(await response.body()) };
  });
  return (await Promise.all(chunks)).toSorted((a, b) => b.gzipBytes - a.gzipBytes);
}
