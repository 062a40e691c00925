import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build } from 'vite';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { serveStatic } from './static-server.ts';
import { rounded } from './stats.ts';

type Times = { readonly [name: string]: number | Times };
type Measure = () => Promise<Times>;

const roundedAll = (times: Times): Times =>
  Object.fromEntries(
    Object.entries(times).map(([name, value]) => [
      name,
      typeof value === 'number' ? rounded(value, 2) : roundedAll(value),
    ]),
  );

/** The app's own repository over its own database in a browser. */
export const measureDatabase = () => measureInBrowser('app-database-entry.ts');

/** Runs the `measure` of an entry in a browser with its own database. */
export async function measureInBrowser(entry: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sealflow-database-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: fileURLToPath(new URL(entry, import.meta.url)),
        output: { entryFileNames: 'entry.js' },
      },
    },
  });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/entry.js"></script>');
  const server = await serveStatic(folder);
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage();
    await page.goto(server.origin);
    await page.waitForFunction(() => 'measure' in globalThis);
    return roundedAll(await page.evaluate(() => (globalThis as unknown as { measure: Measure }).measure()));
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
